import type { ImapFlow } from "imapflow";
import { shownLine } from "#server/connections/mcp/foreign-text.ts";
import { type Mail, parsedOf } from "./mail.ts";

/** Providers deliver no larger mails; one that is larger keeps its files. */
const largestMail = 26_000_000;
/** Of the mails of one look: those behind them wait for the next one. */
export const mostAttachedBytes = 40_000_000;
const mostFiles = 50;
/** Less than one answer may have. */
const pieceBytes = 900_000;

export interface AttachedFile {
  readonly name: string | null;
  readonly media_type: string;
  readonly content: Uint8Array;
}

/** Whether the whole of a mail is worth asking for. */
export function hasFiles({ attachments }: Pick<Mail, "attachments">, size: number): boolean {
  return attachments.length > 0 && size <= largestMail;
}

/** The files of a mail, as its sender packed them. None where the mail went meanwhile, or cannot be read. */
export async function attachedFiles(client: ImapFlow, uid: number, size: number): Promise<AttachedFile[]> {
  const pieces: Buffer[] = [];
  for (let start = 0; start < size; start += pieceBytes) {
    const found = await client.fetchOne(String(uid), { source: { start, maxLength: pieceBytes } }, { uid: true });
    const piece = found ? found.source : undefined;
    if (!piece) return [];
    pieces.push(piece);
    // A server may count other bytes than it sends.
    if (piece.length < pieceBytes) break;
  }
  const parsed = await parsedOf(Buffer.concat(pieces));
  return (parsed?.attachments ?? []).slice(0, mostFiles).map(({ filename, mimeType, content }) => ({
    name: filename ? shownLine(filename, 200) : null,
    media_type: shownLine(mimeType, 100),
    content: typeof content === "string" ? Buffer.from(content) : new Uint8Array(content),
  }));
}
