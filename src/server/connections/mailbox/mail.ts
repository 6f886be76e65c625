import { createHash } from "node:crypto";
import type { FetchMessageObject, MessageEnvelopeObject, MessageStructureObject } from "imapflow";
import PostalMime, { type Address, type Email } from "postal-mime";
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

/** The beginning of a mail that tells it from others. */
export const tellingBytes = 4_096;

/** The same mail has the same one in whatever order a server counts its mails, and whatever is in it. */
export function digestOf({ size, source }: Pick<FetchMessageObject, "size" | "source">): string {
  const beginning = source?.subarray(0, tellingBytes) ?? "";
  return createHash("sha256").update(`${size} `).update(beginning).digest("base64url").slice(0, 22);
}

/** Without its `envelope` and `bodyStructure`, which grow with what the sender writes, a mail says what its beginning says. */
export async function mailOf(message: FetchMessageObject): Promise<Mail> {
  const { envelope, size = 0, source, bodyStructure } = message;
  const parsed = source && (await parsedOf(source));
  const text = parsed ? textOf(parsed) : null;
  const head = envelope ?? (parsed ? headOf(parsed) : undefined);
  const date = head?.date ? new Date(head.date) : undefined;
  return {
    from: addresses(head?.from),
    to: addresses([...(head?.to ?? []), ...(head?.cc ?? [])]),
    subject: shownLine(head?.subject ?? "", 500),
    date: date && !Number.isNaN(date.getTime()) ? date.toISOString() : null,
    message_id: head?.messageId ? shownLine(head.messageId, 500) : null,
    text: text === null ? null : shownText(text, maxText),
    cut: size > readBytes || (text?.length ?? 0) > maxText,
    attachments: bodyStructure ? attachmentsOf(bodyStructure) : (parsed?.attachments ?? []).slice(0, maxAttachments).map(attachmentOf),
  };
}

export async function parsedOf(source: Buffer): Promise<Email | undefined> {
  try {
    return await PostalMime.parse(source, { maxNestingDepth: 50 });
  } catch {
    // Nested deeper than anybody writes, or with headers without end.
    return undefined;
  }
}

function textOf({ text, html }: Email): string {
  return text?.trim() ? text : html ? textOfHtml(html) : (text ?? "");
}

type Head = Pick<MessageEnvelopeObject, "subject" | "messageId" | "from" | "to" | "cc"> & { readonly date?: Date | string | undefined };

function headOf({ from, to, cc, subject, date, messageId }: Email): Head {
  const flat = (given: readonly Address[] = []) =>
    given.slice(0, maxAddresses).flatMap((one) => one.group?.slice(0, maxAddresses) ?? [one]);
  return {
    from: flat(from && [from]),
    to: flat(to),
    cc: flat(cc),
    ...(subject !== undefined && { subject }),
    ...(messageId !== undefined && { messageId }),
    date,
  };
}

function attachmentOf({ filename, mimeType, content }: Email["attachments"][number]): Attachment {
  const size = typeof content === "string" ? content.length : content.byteLength;
  return { name: filename ? shownLine(filename, 200) : null, media_type: shownLine(mimeType, 100), size };
}

interface Addressed {
  readonly name?: string | undefined;
  readonly address?: string | undefined;
}

function addresses(given: readonly Addressed[] = []): string {
  const all = given.slice(0, maxAddresses).map(({ name, address }) => (name ? `${quoted(name)} <${address ?? ""}>` : (address ?? "")));
  return shownLine(all.join(", "), 1_000);
}

/** A name with a comma would read as two addresses. */
function quoted(name: string): string {
  return /[,;<>@]/.test(name) ? `"${name.replaceAll('"', "'")}"` : name;
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

/** Also what is the whole of a mail, such as an invitation, or has no name. */
function isAttached({ type, disposition, dispositionParameters, parameters }: MessageStructureObject): boolean {
  if (type.startsWith("multipart/")) return false;
  if (type !== "text/plain" && type !== "text/html") return true;
  return disposition === "attachment" || Boolean(dispositionParameters?.["filename"] ?? parameters?.["name"]);
}
