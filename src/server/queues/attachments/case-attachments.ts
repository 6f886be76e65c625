import type * as contract from "#contract/queues/case-attachments.ts";
import { type CaseAttachment, maxCaseAttachments } from "#contract/queues/case-attachments.ts";
import type { Context, Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { signedAddress } from "#server/platform/objects/signed-addresses.ts";
import { attachmentUpload } from "./attachment-upload.ts";
import { grantSeconds } from "#server/platform/objects/signer.ts";
import {
  type AttachmentRecord,
  countAttachments,
  insertAttachment,
  listAttachments,
  lockAttachment,
  removeAttachment,
  settleAttachment,
} from "./case-attachments.store.ts";
import { requireCaseOf } from "#server/queues/cases/require-case.ts";

export const caseAttachmentHandlers: Handlers<typeof contract> = {
  async createCaseAttachmentUploadUrl({ params, body }, context) {
    const { db, team, caller } = context;
    // Held, so that two of them do not both take the last place.
    await requireCaseOf(db, params, "no key update");
    if ((await countAttachments(db, params.case_id)) >= maxCaseAttachments)
      throw refuse("too_many", `A case has at most ${maxCaseAttachments} attachments. Delete some first.`);
    const attachment_id = await insertAttachment(db, { case_id: params.case_id, team_id: team.id, created_by: caller.userId, ...body });
    const { exp, expires_at } = expiry(context);
    const grant = attachmentUpload.grant({ team: team.id, attachment: attachment_id, size: body.size_bytes, exp });
    return { attachment_id, upload_url: signedAddress(context, grant), content_type: body.mime_type, expires_at };
  },

  async finalizeCaseAttachment({ params }, context) {
    const { db, objects } = context;
    const attachment = await required(context, params);
    if (attachment.status === "pending") {
      const size = attachment.object_key === null ? undefined : (await objects.about(attachment.object_key))?.size;
      await settleAttachment(db, attachment, shortfall(attachment, size));
    }
    const settled = (await listAttachments(db, params.case_id)).find(({ id }) => id === attachment.id);
    if (!settled) throw refuse("not_found");
    return { attachment: settled };
  },

  async listCaseAttachments({ params }, { db }) {
    await requireCaseOf(db, params);
    return { attachments: await listAttachments(db, params.case_id) };
  },

  async getCaseAttachmentDownloadUrl({ params, query }, context) {
    const { object_key, status, filename, mime_type } = await required(context, params);
    if (status !== "ready" || object_key === null) throw refuse("not_uploaded");
    const { exp, expires_at } = expiry(context);
    const inline = query.disposition === "inline";
    return {
      url: signedAddress(context, { op: "get", key: object_key, name: filename, type: mime_type, exp, ...(inline && { inline }) }),
      expires_at,
    };
  },

  async deleteCaseAttachment({ params }, context) {
    await removeAttachment(context.db, await required(context, params));
    return { success: true };
  },
};

/** Why what has arrived is not what was announced; undefined where it is. */
function shortfall({ size_bytes }: Pick<CaseAttachment, "size_bytes">, size: number | undefined): string | undefined {
  if (size === undefined) return "No bytes were uploaded.";
  const bytes = (n: number) => n.toLocaleString("en");
  return size === size_bytes ? undefined : `${bytes(size)} of ${bytes(size_bytes)} bytes arrived.`;
}

async function required({ db }: Context, params: { queue_id: string; case_id: string; attachment_id: string }): Promise<AttachmentRecord> {
  await requireCaseOf(db, params);
  const attachment = await lockAttachment(db, params.case_id, params.attachment_id);
  if (!attachment) throw refuse("not_found");
  return attachment;
}

function expiry({ clock }: Context): { exp: number; expires_at: string } {
  const exp = Math.floor(clock().getTime() / 1000) + grantSeconds;
  return { exp, expires_at: new Date(exp * 1000).toISOString() };
}
