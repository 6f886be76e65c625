import { Refusal } from "#server/platform/http/refusal.ts";
import { uploadTarget } from "#server/platform/objects/upload-target.ts";
import { type AttachmentGrant, keepAttachment } from "./case-attachments.store.ts";

/** The bytes of an attachment that was announced. */
export const attachmentUpload = uploadTarget<AttachmentGrant>("case_attachment", (services, grant) => {
  const announced = `${grant.size.toLocaleString("en")} bytes were announced for this attachment, and more have come.`;
  return {
    folder: `teams/${grant.team}/attachments`,
    limit: grant.size,
    over: new Refusal("payload_too_large", { message: announced }),
    keep: (key) => keepAttachment(services, grant, key),
  };
});
