import { endpoint } from "#contract/endpoint.ts";
import { Success, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { baseName, mimeType } from "#contract/library/files.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";

/** Of one attachment, in bytes (ours). */
export const maxAttachmentBytes = 100_000_000;
/** Attachments of one case, whatever became of them (ours). */
export const maxCaseAttachments = 100;

export const attachmentStatuses = ["pending", "ready", "failed"] as const;

export const CaseAttachment = record("CaseAttachment", {
  id: uuid,
  case_id: uuid,
  filename: z.string(),
  mime_type: z.string(),
  size_bytes: z.int(),
  status: z.enum(attachmentStatuses),
  /** Why it never arrived, in a sentence. */
  failure_reason: z.string().nullable(),
  created_by_user_id: uuid.nullable(),
  /** Ours. */
  created_by_user_name: z.string().nullable(),
  created_at: timestamp,
});
export type CaseAttachment = z.output<typeof CaseAttachment>;

const area = "Case attachments";
const access = { scope: "team", by: "case_id", role: "team:member" } as const;
const ofCase = z.strictObject({ queue_id: idOf("queue"), case_id: idOf("case") });
const one = ofCase.extend({ attachment_id: idOf("case_attachment") });

export const createCaseAttachmentUploadUrl = endpoint({
  name: "createCaseAttachmentUploadUrl",
  method: "POST",
  path: "/v2/queues/{queue_id}/cases/{case_id}/attachments/upload-url",
  area,
  summary: "Get a signed address to PUT a file to; the case shows it once finalized",
  access,
  changes: ["case_attachment"],
  params: ofCase,
  body: z.strictObject({ filename: baseName, mime_type: mimeType, size_bytes: z.int().min(0).max(maxAttachmentBytes) }),
  reply: z.strictObject({
    attachment_id: uuid,
    upload_url: z.url(),
    /** What the PUT has to name as its `Content-Type`. */
    content_type: z.string(),
    expires_at: timestamp,
  }),
  errors: ["too_many", "storage_full"],
});

export const finalizeCaseAttachment = endpoint({
  name: "finalizeCaseAttachment",
  method: "POST",
  path: "/v2/queues/{queue_id}/cases/{case_id}/attachments/{attachment_id}/finalize",
  area,
  summary: "Compare what has arrived with what was announced: the attachment is ready, or failed with the reason",
  access,
  records: "case.attachment_added",
  changes: ["case_attachment"],
  params: one,
  reply: z.strictObject({ attachment: CaseAttachment }),
});

export const listCaseAttachments = endpoint({
  name: "listCaseAttachments",
  method: "GET",
  path: "/v2/queues/{queue_id}/cases/{case_id}/attachments",
  area,
  summary: "The attachments of a case, oldest first, with those that failed and without those that are under way",
  access,
  reads: ["case_attachment"],
  params: ofCase,
  reply: z.strictObject({ attachments: z.array(CaseAttachment) }),
});

export const getCaseAttachmentDownloadUrl = endpoint({
  name: "getCaseAttachmentDownloadUrl",
  method: "GET",
  path: "/v2/queues/{queue_id}/cases/{case_id}/attachments/{attachment_id}/download-url",
  area,
  summary: "A signed address to get an attachment from, for a short time",
  access,
  reads: ["case_attachment"],
  params: one,
  query: z.strictObject({
    /** `inline` shows plain text, pictures and PDF in the browser; what could run there is kept as a file all the same. */
    disposition: z.enum(["attachment", "inline"]).optional(),
  }),
  passing: true,
  reply: z.strictObject({ url: z.url(), expires_at: timestamp }),
  errors: ["not_uploaded"],
});

export const deleteCaseAttachment = endpoint({
  name: "deleteCaseAttachment",
  method: "DELETE",
  path: "/v2/queues/{queue_id}/cases/{case_id}/attachments/{attachment_id}",
  area,
  summary: "Delete an attachment; its bytes follow",
  access,
  records: "case.attachment_removed",
  changes: ["case_attachment"],
  params: one,
  reply: Success,
});
