import { text } from "#contract/fields.ts";
import { z } from "#contract/zod.ts";
import { maxReadBytes, programCall } from "#server/engine/program/code-calls.ts";
import type { ProgramCall } from "#server/engine/program/program-call.ts";
import { attachmentsOfRun } from "#server/queues/attachments/case-attachments.store.ts";
import { attachmentNamed, listedAttachment } from "./read-attachment.ts";

const list: ProgramCall = {
  method: "attachments.list",
  answer: ({ services: { store }, run, attached, record, method }) =>
    record.read({ method, params: null }, async () =>
      (await attachmentsOfRun(store.db, run.id)).map((one) => ({ ...listedAttachment(one), path: attached.get(one.id) ?? null })),
    ),
};

/** Never another content under the same id: nothing that has to be recorded. */
const read = programCall(
  "attachments.read",
  z.strictObject({ attachment: text(1, 200), offset: z.int().min(0) }),
  async ({ services: { store, objects }, run }, { attachment, offset }) => {
    const { object_key, size_bytes } = attachmentNamed(await attachmentsOfRun(store.db, run.id), attachment);
    const part = await objects.part(object_key, offset, maxReadBytes);
    return { content: Buffer.from(part).toString("base64"), size_bytes };
  },
);

/** What programs may do with what is attached to their cases. */
export const attachmentCalls = [list, read];
