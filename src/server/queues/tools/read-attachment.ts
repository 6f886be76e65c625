import { text } from "#contract/fields.ts";
import { z } from "#contract/zod.ts";
import { decodeText } from "#server/library/files/decode-text.ts";
import { type AttachmentRecord, attachmentsOfRun } from "#server/queues/attachments/case-attachments.store.ts";
import { ToolError, tool } from "#server/engine/tools/tool.ts";

const maxReadCharacters = 200_000;
/** What is read as text at all. Bytes. */
const maxTextBytes = 20_000_000;

export const readAttachment = tool({
  name: "read_attachment",
  type: "cases",
  effect: "none",
  description: "Read a text file that is attached to your case. claim_case says what there is. Programs read any kind of file.",
  parameters: z.strictObject({
    attachment: text(1, 200).describe("Its name or id"),
    offset: z.int().min(0).optional().describe("Characters to skip"),
  }),
  async execute({ attachment: called, offset = 0 }, { run, services: { store, objects } }) {
    const { filename, object_key, size_bytes } = attachmentNamed(await attachmentsOfRun(store.db, run.id), called);
    if (size_bytes > maxTextBytes) throw new ToolError(`${filename} is too large to be read as text. ${byProgram(filename)}`);
    const content = decodeText(await objects.bytes(object_key));
    if (content === undefined) throw new ToolError(`${filename} is not text. ${byProgram(filename)}`);
    const part = content.slice(offset, offset + maxReadCharacters);
    const end = offset + part.length;
    return {
      content: run.secrets.redactor.text(part),
      ...(end < content.length && { next_offset: end, total_characters: content.length }),
    };
  },
});

const byProgram = (name: string) => `A program can: caseload.cases.attachment(${JSON.stringify(name)}).`;

/** The one that is meant by an id or a name; of several with one name the last. Throws a sentence that names those there are. */
export function attachmentNamed(all: readonly AttachmentRecord[], called: string): AttachmentRecord & { object_key: string } {
  const found = all.findLast(({ id, filename }) => id === called || filename === called);
  if (found?.object_key) return { ...found, object_key: found.object_key };
  if (all.length === 0) throw new ToolError("Nothing is attached to a case of this run.");
  throw new ToolError(`No attachment is called ${called}. There are: ${all.map(({ filename }) => filename).join(", ")}.`);
}

/** As agents are told of it. */
export function listedAttachment({ id, filename, mime_type, size_bytes }: AttachmentRecord) {
  return { id, filename, mime_type, size_bytes };
}
