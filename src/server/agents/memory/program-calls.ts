import { memoryContent, memoryGeneration } from "#contract/agents/memory.ts";
import { filePath } from "#contract/fields.ts";
import { z } from "#contract/zod.ts";
import type { RecordedCall } from "#server/engine/log/recorded-call.ts";
import { digest, programCall } from "#server/engine/program/code-calls.ts";
import type { Calling, ProgramCall } from "#server/engine/program/program-call.ts";
import type { Db } from "#server/platform/db/open.ts";
import { deleteMemoryFor, listMemoryFor, readMemoryFor, writeMemoryFor } from "./memory-calls.ts";

const one = z.strictObject({ path: filePath });

const list: ProgramCall = {
  method: "memory.list",
  answer: ({ services: { store }, run, record, method }) =>
    record.read({ method, params: null }, async () => (await listMemoryFor(store.db, run)).files),
};

const read = programCall("memory.read", one, ({ services: { store }, run, record, method }, { path }) =>
  record.read({ method, params: path }, () => readMemoryFor(store.db, run, path)),
);

const write = programCall(
  "memory.write",
  z.strictObject({ path: filePath, content: memoryContent, generation: memoryGeneration.nullable() }),
  (calling, given) => {
    const { run, method } = calling;
    const { generation, ...file } = run.secrets.redactor.json(given);
    const params = [file.path, digest(file.content), generation];
    return change(calling, { method, subject: file.path, params }, (tx) =>
      writeMemoryFor(tx, run, { ...file, generation: generation ?? undefined }),
    );
  },
);

const remove = programCall("memory.delete", one, (calling, { path }) => {
  const { run, method } = calling;
  return change(calling, { method, subject: run.secrets.redactor.text(path), params: path }, (tx) => deleteMemoryFor(tx, run, path));
});

async function change({ services, run, record }: Calling, call: RecordedCall, work: (tx: Db) => Promise<unknown>): Promise<unknown> {
  const answered = await record.change(call, work);
  services.live.publish({ teamId: run.team_id, topic: "memory", id: run.agent_id });
  return answered;
}

/** What programs may do with the memory of their agent. */
export const memoryCalls = [list, read, write, remove];
