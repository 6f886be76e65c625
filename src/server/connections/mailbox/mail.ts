import { createHash } from "node:crypto";
import type { FetchMessageObject, MessageAddressObject, MessageStructureObject } from "imapflow";
import PostalMime from "postal-mime";
import { shownLine, shownText } from "#server/connections/mcp/foreign-text.ts";
import { textOfHtml } from "./html-text.ts";

/** Of a mail so much is read: its text stands before what is attached. */
export const readBytes = 262_144;
const maxText = 50_000;
const maxAddresses = 20;
const maxAttachments = 50;
const maxParts = 500;

/** A mail as whoever sent it wrote it: all of it is the sender's claim. */
export interface Mail {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly date: string | null;
  readonly message_id: string | null;
  /** Of one without plain text, the text of its HTML; null where none can be read. */
  readonly text: string | null;
  /** Whether there is more of it than was read. */
  readonly cut: boolean;
  readonly attachments: readonly Attachment[];
}

interface Attachment {
  readonly name: string | null;
  readonly media_type: string;
  readonly size: number | null;
}

/** The same mail has the same one in whatever order a server counts its mails. */
export function digestOf({ size, envelope }: Pick<FetchMessageObject, "size" | "envelope">): string {
  const { messageId, date, subject, from, to } = envelope ?? {};
  return createHash("sha256")
    .update(JSON.stringify([size, messageId, date, subject, from, to]))
    .digest("base64url")
    .slice(0, 22);
}

export async function mailOf(message: FetchMessageObject): Promise<Mail> {
  const { envelope, size = 0, source, bodyStructure } = message;
  const text = source ? await textOf(source) : null;
  const date = envelope?.date ? new Date(envelope.date) : undefined;
  return {
    from: addresses(envelope?.from),
    to: addresses([...(envelope?.to ?? []), ...(envelope?.cc ?? [])]),
    subject: shownLine(envelope?.subject ?? "", 500),
    date: date && !Number.isNaN(date.getTime()) ? date.toISOString() : null,
    message_id: envelope?.messageId ? shownLine(envelope.messageId, 500) : null,
    text: text === null ? null : shownText(text, maxText),
    cut: size > readBytes || (text?.length ?? 0) > maxText,
    attachments: bodyStructure ? attachmentsOf(bodyStructure) : [],
  };
}

async function textOf(source: Buffer): Promise<string | null> {
  try {
    const { text, html } = await PostalMime.parse(source, { maxNestingDepth: 50 });
    return text?.trim() ? text : html ? textOfHtml(html) : (text ?? "");
  } catch {
    // Nested deeper than anybody writes, or with headers without end.
    return null;
  }
}

function addresses(given: readonly MessageAddressObject[] = []): string {
  const all = given.slice(0, maxAddresses).map(({ name, address }) => (name ? `${name} <${address ?? ""}>` : (address ?? "")));
  return shownLine(all.join(", "), 1_000);
}

function attachmentsOf(root: MessageStructureObject): Attachment[] {
  const parts = [root];
  // The list grows while it is walked: no part is deeper than the stack.
  for (let i = 0; i < parts.length && parts.length < maxParts; i++) parts.push(...(parts[i]?.childNodes ?? []));
  return parts
    .filter(isAttached)
    .slice(0, maxAttachments)
    .map((part) => {
      const name = part.dispositionParameters?.["filename"] ?? part.parameters?.["name"];
      const size = part.size === undefined ? null : part.encoding === "base64" ? Math.floor(part.size * 0.73) : part.size;
      return { name: name ? shownLine(name, 200) : null, media_type: shownLine(part.type, 100), size };
    });
}

function isAttached({ type, disposition, dispositionParameters, parameters }: MessageStructureObject): boolean {
  if (type.startsWith("multipart/")) return false;
  return disposition === "attachment" || Boolean(dispositionParameters?.["filename"] ?? parameters?.["name"]);
}
