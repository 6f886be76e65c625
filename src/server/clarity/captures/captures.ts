import type * as contract from "#contract/clarity/captures.ts";
import { type CaptureFormat, captureFormats, formatOf, maxCaptures } from "#contract/clarity/captures.ts";
import { deletesCapture } from "#contract/clarity/rights.ts";
import { patchProcess } from "#server/clarity/processes/processes.store.ts";
import { recordProcess } from "#server/clarity/processes/record-process.ts";
import { lockedProcess, requireIdle, requireProcess } from "#server/clarity/processes/require-process.ts";
import { whoOf } from "#server/platform/http/access.ts";
import { askedFirst, type Context, type Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { signedAddress } from "#server/platform/objects/signed-addresses.ts";
import { grantSeconds } from "#server/platform/objects/signer.ts";
import { captureUpload } from "./capture-upload.ts";
import {
  captureOf,
  countCaptures,
  endCapture,
  type FoundCapture,
  findCapture,
  insertCapture,
  listEvidence,
  lockCapture,
  removeCapture,
} from "./captures.store.ts";
import { CaptureUnreadable, readCapture } from "./reading/read-capture.ts";
import { stepsSupportedBy, unresolveSources } from "./supported-steps.ts";

const mediaTypes: Readonly<Record<CaptureFormat, string>> = {
  txt: "text/plain; charset=utf-8",
  md: "text/markdown; charset=utf-8",
  pdf: "application/pdf",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  vtt: "text/vtt; charset=utf-8",
  srt: "application/x-subrip",
};

export const clarityCaptureHandlers: Handlers<typeof contract> = {
  async createClarityCaptureUploadUrl({ params, body: { file_name } }, context) {
    const { db, caller, team } = context;
    const process = await lockedProcess(context, params.process_id);
    if ((await countCaptures(db, process.id)) >= maxCaptures)
      throw refuse("too_many", `A process has at most ${maxCaptures} captures. Delete some first.`);
    const format = formatOf(file_name);
    if (format === undefined) throw new Error("the contract let in another format");
    const capture = await insertCapture(db, {
      process_id: process.id,
      user_id: caller.userId,
      team_id: team.id,
      type: captureFormats[format],
      status: "pending",
      document_file_name: file_name,
    });
    const { exp, expires_at } = expiry(context);
    const grant = captureUpload.grant({ team: team.id, capture: capture.id, exp });
    return { signed_url: signedAddress(context, grant), capture_id: capture.id, expires_at };
  },

  completeClarityCapture: askedFirst(
    async ({ params }, { db, objects, team }) => {
      const capture = await findCapture(db, params.process_id, params.capture_id);
      if (!capture || capture.status !== "pending") return undefined;
      const { object_key: key, document_file_name: name } = capture;
      const format = formatOf(name ?? "");
      if (key === null || format === undefined) return undefined;
      try {
        return { key, read: await readCapture({ format, team: team.id, bytes: () => objects.bytes(key) }) };
      } catch (error) {
        throw error instanceof CaptureUnreadable ? refuse("capture_unreadable", error.message) : error;
      }
    },
    async ({ params }, context, brought) => {
      const { db } = context;
      const process = await lockedProcess(context, params.process_id);
      const capture = await lockCapture(db, process.id, params.capture_id);
      if (!capture) throw refuse("not_found");
      if (capture.status !== "pending") {
        context.unchanged();
        return { capture: await captureOf(db, capture.id) };
      }
      if (!brought || brought.key !== capture.object_key) throw refuse("not_uploaded", "The file is incomplete. Add it again.");
      await endCapture(db, capture.id, brought.read);
      await patchProcess(db, process.id, process.status === "draft" ? { status: "collecting" } : {});
      await recordProcess(context, process, "clarity_process.captured");
      context.changed("clarity_process", process.id);
      return { capture: await captureOf(db, capture.id) };
    },
  ),

  async getClarityCapture({ params }, context) {
    const { id } = await required(context, params.process_id, params.capture_id);
    return { capture: await captureOf(context.db, id) };
  },

  async getClarityCaptureDownloadUrl({ params }, context) {
    const { object_key: key, document_file_name: name } = await required(context, params.process_id, params.capture_id);
    const format = formatOf(name ?? "");
    if (key === null || name === null || format === undefined) throw refuse("capture_without_file");
    const { exp, expires_at } = expiry(context);
    return { url: signedAddress(context, { op: "get", key, name, type: mediaTypes[format], exp }), expires_at };
  },

  async listClarityEvidence({ params, query: { limit, offset, search } }, context) {
    const capture = await required(context, params.process_id, params.capture_id);
    return { ...(await listEvidence(context.db, capture.id, { limit, offset, search })), limit, offset };
  },

  async previewClarityCaptureDeletion({ params }, context) {
    const capture = await required(context, params.id, params.captureId);
    return { steps: await stepsSupportedBy(context.db, params.id, capture.id) };
  },

  async deleteClarityCapture({ params }, context) {
    const { db } = context;
    const process = await lockedProcess(context, params.id);
    const capture = await lockCapture(db, process.id, params.captureId);
    if (!capture) throw refuse("not_found");
    if (!deletesCapture({ userId: capture.user_id }, whoOf(context))) throw refuse("forbidden");
    requireIdle(process);
    await unresolveSources(db, process.id, capture.id);
    await removeCapture(db, capture.id);
    await patchProcess(db, process.id, {});
    await recordProcess(context, process, "clarity_process.capture_deleted");
    context.changed("clarity_process", process.id);
    return { success: true as const };
  },
};

function expiry({ clock }: Context): { exp: number; expires_at: string } {
  const exp = Math.floor(clock().getTime() / 1000) + grantSeconds;
  return { exp, expires_at: new Date(exp * 1000).toISOString() };
}

/** A capture of a process that the caller sees. An upload under way is none yet. */
async function required(context: Context, processId: string, captureId: string): Promise<FoundCapture> {
  const process = await requireProcess(context, processId);
  const capture = await findCapture(context.db, process.id, captureId);
  if (!capture || capture.status === "pending") throw refuse("not_found");
  return capture;
}
