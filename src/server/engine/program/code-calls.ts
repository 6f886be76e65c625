import { createHash } from "node:crypto";
import { memoryContent, memoryGeneration } from "#contract/agents/memory.ts";
import { filePath, text } from "#contract/fields.ts";
import { z, type $ZodType, type Output } from "#contract/zod.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { SandboxCall } from "#server/engine/sandbox/sandbox.ts";
import { attachmentNamed, listedAttachment } from "#server/queues/tools/read-attachment.ts";
import { readParameters, ToolError } from "#server/engine/tools/tool.ts";
import { Refusal } from "#server/platform/http/refusal.ts";
import { findTeamFiles, readTeamFile, writeTeamFile } from "#server/library/files/files.store.ts";
import { byPath } from "#server/platform/objects/paths.ts";
import { attachmentsOfRun } from "#server/queues/attachments/case-attachments.store.ts";
import type { RecordedCall } from "#server/engine/log/call-record.ts";
import type { CodeRun } from "./code-job.ts";
import { deleteMemoryFor, listMemoryFor, readMemoryFor, writeMemoryFor } from "#server/agents/memory/memory-calls.ts";
import { redactFile } from "#server/engine/secrets/redacted-output.ts";
import { describe } from "#server/platform/work/describe.ts";
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

type Answering = Pick<ProgramServices, "store" | "objects" | "live" | "log">;

export interface CallingRun extends Pick<CodeRun, "run" | "record" | "files" | "callTool"> {
  /** Where an attachment of its case lies in the workspace, by id. */
  readonly attached: ReadonlyMap<string, string>;
  log(text: string): void;
}

/**
 * What a program may ask of us over its socket. Reading is limited to the declared files: an undeclared one would be an input that no
 * reviewer saw. Every change goes through the run's lease, so a program that lost its run changes nothing, and stands in the record, so one
 * that a restart began again repeats nothing. What fails inside of the service is for its log, not for a program that prints it.
 */
export async function answerCall(services: Answering, job: CallingRun, call: SandboxCall): Promise<unknown> {
  try {
    return await answer(services, job, call);
  } catch (error) {
    if (error instanceof ToolError || error instanceof Refusal) throw error;
    services.log.warn({ run: job.run.id, error: describe(error) }, "a call of a program was not answered");
    throw new Error("The service could not answer this call.", { cause: error });
  }
}

async function answer(services: Answering, job: CallingRun, call: SandboxCall): Promise<unknown> {
  const { store, objects } = services;
  const { run, record } = job;
  const { method } = call;
  switch (method) {
    case "files.list":
      return record.read({ method, params: null }, async () =>
        byPath(await findTeamFiles(store.db, run.team_id, job.files)).map((f) => ({ path: f.path, size_bytes: f.size_bytes })),
      );
    case "files.read": {
      const { path } = read(shapes.read, call);
      return record.read({ method, params: path }, async () => {
        const bytes = job.files.includes(path) ? await readTeamFile(store.db, objects, run.team_id, path) : undefined;
        if (!bytes) throw new ToolError(`${path} is not among the declared files of this step.`);
        if (bytes.length > maxReadBytes) throw new ToolError(`${path} is larger than 1 MB. Open files/${path} instead.`);
        return { content: Buffer.from(bytes).toString("base64"), encoding: "base64" };
      });
    }
    case "files.write": {
      const { path, content, encoding } = read(shapes.write, call);
      const { redactor } = run.secrets;
      const bytes = redactor.text(path) === path ? redactFile(redactor, Buffer.from(content, encoding)) : undefined;
      if (!bytes) throw new ToolError("This file was not written because it shows a secret.");
      const written = await record.change({ method, subject: path, params: [path, digest(bytes)] }, async (tx) => {
        await writeTeamFile(tx, objects, { teamId: run.team_id, path, content: bytes, userId: run.user_id, run });
        return { path };
      });
      services.live.publish({ teamId: run.team_id, topic: "file", id: path });
      return written;
    }
    case "attachments.list":
      return record.read({ method, params: null }, async () =>
        (await attachmentsOfRun(store.db, run.id)).map((one) => ({ ...listedAttachment(one), path: job.attached.get(one.id) ?? null })),
      );
    case "attachments.read": {
      // Never another content under the same id: nothing that has to be recorded.
      const { attachment, offset } = read(shapes.attachment, call);
      const { object_key, size_bytes } = attachmentNamed(await attachmentsOfRun(store.db, run.id), attachment);
      const part = await objects.part(object_key, offset, maxReadBytes);
      return { content: Buffer.from(part).toString("base64"), size_bytes };
    }
    case "memory.list":
      return record.read({ method, params: null }, async () => (await listMemoryFor(store.db, run)).files);
    case "memory.read": {
      const { path } = read(shapes.memory, call);
      return record.read({ method, params: path }, () => readMemoryFor(store.db, run, path));
    }
    case "memory.write": {
      const { generation, ...file } = run.secrets.redactor.json(read(shapes.remember, call));
      const params = [file.path, digest(file.content), generation];
      return changeMemory(services, job, { method, subject: file.path, params }, (tx) =>
        writeMemoryFor(tx, run, { ...file, generation: generation ?? undefined }),
      );
    }
    case "memory.delete": {
      const { path } = read(shapes.memory, call);
      return changeMemory(services, job, { method, subject: run.secrets.redactor.text(path), params: path }, (tx) =>
        deleteMemoryFor(tx, run, path),
      );
    }
    case "log": {
      const { message, fields } = read(shapes.log, call);
      job.log(`${message}${Object.keys(fields).length > 0 ? ` ${JSON.stringify(fields)}` : ""}\n`);
      return null;
    }
    default:
      if (job.callTool) return job.callTool(method, call.params);
      throw new ToolError(`There is no call ${method} here. Known: files.*, memory.*, attachments.*, log.`);
  }
}

async function changeMemory(
  { live }: Answering,
  { run, record }: CallingRun,
  call: RecordedCall,
  change: (tx: Db) => Promise<unknown>,
): Promise<unknown> {
  const answered = await record.change(call, change);
  live.publish({ teamId: run.team_id, topic: "memory", id: run.agent_id });
  return answered;
}

function read<S extends $ZodType>(shape: S, { method, params }: SandboxCall): Output<S> {
  return readParameters(shape, params, `The parameters of ${method}`);
}

/** Of content, so that a change need not be kept whole to be told from another one. */
function digest(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("base64url");
}
