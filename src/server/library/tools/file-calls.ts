import { filePath } from "#contract/fields.ts";
import { z } from "#contract/zod.ts";
import { digest, maxReadBytes, programCall } from "#server/engine/program/code-calls.ts";
import type { ProgramCall } from "#server/engine/program/program-call.ts";
import { redactFile } from "#server/engine/secrets/redacted-output.ts";
import { ToolError } from "#server/engine/tools/tool.ts";
import { findTeamFiles, readTeamFile, writeTeamFile } from "#server/library/files/files.store.ts";
import { byPath } from "#server/platform/objects/paths.ts";

const list: ProgramCall = {
  method: "files.list",
  answer: ({ services: { store }, run, files, record, method }) =>
    record.read({ method, params: null }, async () =>
      byPath(await findTeamFiles(store.db, run.team_id, files)).map(({ path, size_bytes }) => ({ path, size_bytes })),
    ),
};

/** Of the declared files alone: an undeclared one would be an input that no reviewer saw. */
const read = programCall(
  "files.read",
  z.strictObject({ path: filePath }),
  ({ services: { store, objects }, run, files, record, method }, { path }) =>
    record.read({ method, params: path }, async () => {
      const bytes = files.includes(path) ? await readTeamFile(store.db, objects, run.team_id, path) : undefined;
      if (!bytes) throw new ToolError(`${path} is not among the declared files of this step.`);
      if (bytes.length > maxReadBytes) throw new ToolError(`${path} is larger than 1 MB. Open files/${path} instead.`);
      return { content: Buffer.from(bytes).toString("base64"), encoding: "base64" };
    }),
);

const write = programCall(
  "files.write",
  z.strictObject({ path: filePath, content: z.string().max(1_400_000), encoding: z.enum(["utf8", "base64"]) }),
  async ({ services: { objects, live }, run, record, method }, { path, content, encoding }) => {
    const { redactor } = run.secrets;
    const bytes = redactor.text(path) === path ? redactFile(redactor, Buffer.from(content, encoding)) : undefined;
    if (!bytes) throw new ToolError("This file was not written because it shows a secret.");
    const written = await record.change({ method, subject: path, params: [path, digest(bytes)] }, async (tx) => {
      await writeTeamFile(tx, objects, { teamId: run.team_id, path, content: bytes, userId: run.user_id, run });
      return { path };
    });
    live.publish({ teamId: run.team_id, topic: "file", id: path });
    return written;
  },
);

/** What programs may do with the files of their team. */
export const fileCalls = [list, read, write];
