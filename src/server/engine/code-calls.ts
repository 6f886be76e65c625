import { memoryContent, memoryGeneration } from "#contract/agents/memory.ts";
import { filePath, text } from "#contract/fields.ts";
import { z } from "#contract/zod.ts";
import type { Db } from "#server/db/open.ts";
import type { SandboxCall } from "#server/engine/sandbox/sandbox.ts";
import { attachmentNamed, listedAttachment } from "#server/engine/tools/read-attachment.ts";
import { findTeamFiles, readTeamFile, writeTeamFile } from "#server/library/files.store.ts";
import { byPath } from "#server/library/paths.ts";
import { attachmentsOfRun } from "#server/queues/case-attachments.store.ts";
import type { CodeRun } from "./code-run.ts";
import { deleteMemoryFor, listMemoryFor, readMemoryFor, writeMemoryFor } from "./memory-calls.ts";
import { redactFile } from "./redacted-output.ts";
import { type HeldRun, writeHeld } from "./run-log.ts";
import type { ProgramServices } from "./program-services.ts";

const maxReadBytes = 1_000_000;
const shapes = {
  read: z.strictObject({ path: filePath }),
  write: z.strictObject({ path: filePath, content: z.string().max(1_400_000), encoding: z.enum(["utf8", "base64"]) }),
  attachment: z.strictObject({ attachment: text(1, 200), offset: z.int().min(0) }),
  memory: z.strictObject({ path: filePath }),
  remember: z.strictObject({ path: filePath, content: memoryContent, generation: memoryGeneration.nullable() }),
  log: z.strictObject({ message: text(0, 100_000), fields: z.record(z.string(), z.unknown()) }),
};

interface CallingRun extends CodeRun {
  /** Where an attachment of its case lies in the workspace, by id. */
  readonly attached: ReadonlyMap<string, string>;
}

/**
 * What a program may ask of us over its socket. Reading is limited to the declared files: an undeclared one would be an input that no
 * reviewer saw. Every write goes through the run's lease, so a program that lost its run changes nothing.
 */
export async function answerCall(services: ProgramServices, job: CallingRun, call: SandboxCall): Promise<unknown> {
  const { store, objects } = services;
  const { run } = job;
  switch (call.method) {
    case "files.list":
      return byPath(await findTeamFiles(store.db, run.team_id, job.files)).map((f) => ({ path: f.path, size_bytes: f.size_bytes }));
    case "files.read": {
      const { path } = shapes.read.parse(call.params);
      const bytes = job.files.includes(path) ? await readTeamFile(store.db, objects, run.team_id, path) : undefined;
      if (!bytes) throw new Error(`${path} is not among the declared files of this step.`);
      if (bytes.length > maxReadBytes) throw new Error(`${path} is larger than 1 MB. Open files/${path} instead.`);
      return { content: Buffer.from(bytes).toString("base64"), encoding: "base64" };
    }
    case "files.write": {
      const { path, content, encoding } = shapes.write.parse(call.params);
      const { redactor } = run.secrets;
      const bytes = redactor.text(path) === path ? redactFile(redactor, Buffer.from(content, encoding)) : undefined;
      if (!bytes) throw new Error("This file was not written because it shows a secret.");
      await services.inTurn(() =>
        store.db.transaction(async (tx) => {
          await writeHeld(tx, run, {});
          await writeTeamFile(tx, objects, { teamId: run.team_id, path, content: bytes, userId: run.user_id });
        }),
      );
      services.live.publish({ teamId: run.team_id, topic: "files", id: path });
      return { path };
    }
    case "attachments.list":
      return (await attachmentsOfRun(store.db, run.id)).map((one) => ({
        ...listedAttachment(one),
        path: job.attached.get(one.id) ?? null,
      }));
    case "attachments.read": {
      const { attachment, offset } = shapes.attachment.parse(call.params);
      const { object_key, size_bytes } = attachmentNamed(await attachmentsOfRun(store.db, run.id), attachment);
      const part = await objects.part(object_key, offset, maxReadBytes);
      return { content: Buffer.from(part).toString("base64"), size_bytes };
    }
    case "memory.list":
      return (await listMemoryFor(store.db, run)).files;
    case "memory.read":
      return readMemoryFor(store.db, run, shapes.memory.parse(call.params).path);
    case "memory.write": {
      const { generation, ...file } = run.secrets.redactor.json(shapes.remember.parse(call.params));
      return changeMemory(services, run, (tx) => writeMemoryFor(tx, run, { ...file, generation: generation ?? undefined }));
    }
    case "memory.delete": {
      const { path } = shapes.memory.parse(call.params);
      return changeMemory(services, run, (tx) => deleteMemoryFor(tx, run, path));
    }
    case "log": {
      const { message, fields } = shapes.log.parse(call.params);
      job.onOutput({ stream: "stdout", text: `${message}${Object.keys(fields).length > 0 ? ` ${JSON.stringify(fields)}` : ""}\n` });
      return null;
    }
    default:
      if (job.callTool) return job.callTool(call.method, call.params);
      throw new Error(`There is no call ${call.method} here. Known: files.*, memory.*, attachments.*, log.`);
  }
}

async function changeMemory<T>(services: ProgramServices, run: HeldRun, change: (tx: Db) => Promise<T>): Promise<T> {
  const answer = await services.inTurn(() =>
    services.store.db.transaction(async (tx) => {
      await writeHeld(tx, run, {});
      return change(tx);
    }),
  );
  services.live.publish({ teamId: run.team_id, topic: "memory", id: run.agent_id });
  return answer;
}
