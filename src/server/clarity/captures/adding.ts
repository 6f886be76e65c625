import { maxCaptures } from "#contract/clarity/captures.ts";
import type { ClarityCapture } from "#contract/clarity/capture.ts";
import { maxListenedBytes, maxMediaBytes, mediaOf } from "#contract/clarity/media.ts";
import type { captureTypes } from "#contract/clarity/process.ts";
import { bindCapture, noteAnswer } from "#server/clarity/extra-captures/answer-request.ts";
import { patchProcess } from "#server/clarity/processes/processes.store.ts";
import { recordProcess } from "#server/clarity/processes/record-process.ts";
import { lockedProcess } from "#server/clarity/processes/require-process.ts";
import type { Bringing, Context } from "#server/platform/http/context.ts";
import { onlyContributes } from "#contract/roles.ts";
import { Refusal, refuse } from "#server/platform/http/refusal.ts";
import { signedAddress } from "#server/platform/objects/signed-addresses.ts";
import { grantSeconds } from "#server/platform/objects/signer.ts";
import { captureUpload } from "./capture-upload.ts";
import {
  captureOf,
  countCaptures,
  endCapture,
  type FoundCapture,
  findCapture,
  findSameFile,
  hasUnits,
  insertCapture,
  keepRead,
  lockCapture,
} from "./captures.store.ts";
import { CaptureUnreadable, type ReadCapture } from "./reading/read-capture.ts";

interface Announced {
  readonly processId: string;
  readonly type: (typeof captureTypes)[number];
  readonly fileName: string;
  /** Of a recording: what is said in it. */
  readonly said?: ReadCapture | undefined;
  /** What it is to answer. */
  readonly requestId?: string | undefined;
}

/** A capture whose file is about to be sent, and where to. */
export async function announceFile(
  context: Context,
  { processId, type, fileName, said, requestId }: Announced,
): Promise<{ signed_url: string; capture_id: string; expires_at: string }> {
  const { db, caller, team } = context;
  const process = await lockedProcess(context, processId);
  if ((await countCaptures(db, process.id)) >= maxCaptures)
    throw refuse("too_many", `A process has at most ${maxCaptures} captures. Delete some first.`);
  const capture = await insertCapture(db, {
    process_id: process.id,
    user_id: caller.userId,
    team_id: team.id,
    type,
    status: "pending",
    document_file_name: fileName,
  });
  if (said) await keepRead(db, capture.id, said);
  await bindCapture(db, process.id, capture.id, requestId);
  const { exp, expires_at } = expiry(context);
  const most = mediaOf(fileName) !== undefined && { most: said ? maxMediaBytes : maxListenedBytes };
  const grant = captureUpload.grant({ team: team.id, capture: capture.id, exp, ...most });
  return { signed_url: signedAddress(context, grant), capture_id: capture.id, expires_at };
}

export function expiry({ clock }: Context): { exp: number; expires_at: string } {
  const exp = Math.floor(clock().getTime() / 1000) + grantSeconds;
  return { exp, expires_at: new Date(exp * 1000).toISOString() };
}

interface Uploads {
  readonly params: { readonly process_id: string; readonly capture_id: string };
  /** Whether this operation reads such a file. Another one may. */
  readonly reads: (fileName: string) => boolean;
  /** Has a model write down what is said in a recording that came without it. */
  readonly listen?: (processId: string, captureId: string) => Promise<void>;
}

/** What was read of a file, before the transaction in which its capture ends. */
export interface Brought {
  readonly key: string;
  /** Undefined of a recording: what is said in it came before. */
  readonly read: ReadCapture | undefined;
}

interface Reading extends Uploads {
  readonly read: (
    fileName: string,
    bytes: () => Promise<Uint8Array>,
    first: (length: number) => Promise<Uint8Array>,
  ) => Promise<Brought["read"]>;
}

/** Undefined where no file waits for this operation. */
export async function readUpload({ db, objects }: Bringing, { params, reads, read }: Reading): Promise<Brought | undefined> {
  const capture = await findCapture(db, params.process_id, params.capture_id);
  if (!capture || capture.status !== "pending") return undefined;
  const { object_key: key, document_file_name: name } = capture;
  if (key === null || name === null || !reads(name)) return undefined;
  return {
    key,
    read: await orRefused(() =>
      read(
        name,
        () => objects.bytes(key),
        (length) => objects.part(key, 0, length),
      ),
    ),
  };
}

/** Says of a file that cannot be read why. */
export async function orRefused<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof CaptureUnreadable)) throw error;
    throw new Refusal("capture_unreadable", { message: error.message, ...(error.issues && { issues: error.issues }) });
  }
}

/** Ends a capture with what was read of its file. One that has ended is answered as it is. `name`: what the file is called after all. */
export async function endUpload(
  context: Context,
  { params, reads, listen, brought, name }: Uploads & { readonly brought: Brought | undefined; readonly name?: string },
): Promise<{ capture: ClarityCapture }> {
  const { db } = context;
  const process = await lockedProcess(context, params.process_id);
  const capture = await lockCapture(db, process.id, params.capture_id);
  if (!capture || !isFor(capture, reads)) throw refuse("not_found");
  if (onlyContributes(context.team.role) && capture.user_id !== context.caller.userId) throw refuse("not_found");
  const isFailed = capture.status === "failed";
  if (capture.status !== "pending" && !isFailed) {
    context.unchanged();
    return { capture: await captureOf(db, capture.id) };
  }
  if (!isFailed && (!brought || brought.key !== capture.object_key)) throw refuse("not_uploaded", "The file is incomplete. Add it again.");
  if (!brought?.read && !(await hasUnits(db, capture.id))) {
    if (!listen) throw refuse("not_uploaded", "The file is incomplete. Add it again.");
    await listen(process.id, capture.id);
    context.changed("clarity_process", process.id);
    return { capture: await captureOf(db, capture.id) };
  }
  await endCapture(db, capture.id, brought?.read, name);
  const same = await findSameFile(db, capture.id);
  // Steps count who tells of them: a second copy of a file would be a second witness.
  if (same !== undefined) throw new Refusal("capture_unreadable", { message: `It is the same as ${same}, which is here already.` });
  await patchProcess(db, process.id, process.status === "draft" ? { status: "collecting" } : {});
  await recordProcess(context, process, "clarity_process.captured");
  await noteAnswer(db, process, capture.id, { kind: "user", id: context.caller.userId });
  context.changed("clarity_process", process.id);
  return { capture: await captureOf(db, capture.id) };
}

const isFor = ({ document_file_name: name }: FoundCapture, reads: Uploads["reads"]) => name !== null && reads(name);
