import type { ImapFlow } from "imapflow";
import type { UnreadFolder } from "#contract/connections/looks.ts";
import { shownLine } from "#server/connections/mcp/foreign-text.ts";
import type { McpServer } from "#server/connections/mcp/session.ts";
import type { Outbound } from "#server/platform/outbound.ts";
import { digestOf, tellingBytes } from "./mail.ts";
import { AnswerTooLarge, withMailbox } from "./mailbox-client.ts";
import { attachedFiles, hasFiles } from "./attached-files.ts";
import { type FoundMail, Reading, type Taken } from "./take-mails.ts";

const limitUsual = 25_000;
/** Mails that one look takes; those after them wait for the next one, which follows at once. */
const maxMails = 50;
/** As many, where they are asked for one by one. */
const maxSlowly = 10;
/** Numbers of mails of which one search answers those that there are, and searches of one look in a folder. */
const searchedUids = 20_000;
const maxSearches = 50;
/** The newest of a folder that are known by what is in them, for the day that its server counts anew. */
const maxRecent = 200;

/** How far a folder was read. The server's numbers count only as long as its `uidvalidity` stays. */
export interface FolderPlace {
  readonly uidvalidity: string;
  readonly uid: number;
  readonly recent: readonly string[];
}

export interface SeenMailbox {
  readonly places: Readonly<Record<string, FolderPlace>>;
  readonly mails: readonly FoundMail[];
  readonly more: boolean;
  /** Folders that are not there, or do not open. What is known of one is kept for the day that it is read again. */
  readonly unread: readonly UnreadFolder[];
}

/** What arrived in folders of a mailbox since they were read up to `known`. A folder that is not known yet has nothing new. Throws an McpFault. */
export async function readMailbox(outbound: Outbound, server: McpServer, asked: Asked, limitMs = limitUsual): Promise<SeenMailbox> {
  const end = performance.now() + limitMs;
  const reading = new Reading();
  for (;;) {
    try {
      return await withMailbox(outbound, server, end - performance.now(), (client) => readFolders(client, asked, reading));
    } catch (error) {
      if (!(error instanceof AnswerTooLarge) || !reading.readsOn()) throw error;
    }
  }
}

interface Asked {
  readonly folders: readonly string[];
  readonly known: Readonly<Record<string, FolderPlace>>;
}

async function readFolders(client: ImapFlow, { folders, known }: Asked, reading: Reading): Promise<SeenMailbox> {
  const places: Record<string, FolderPlace> = {};
  const mails: FoundMail[] = [];
  const unread: UnreadFolder[] = [];
  const room = reading.isSlow ? maxSlowly : maxMails;
  let more = false;
  for (const folder of folders) {
    const before = known[folder];
    const opened = await open(client, folder);
    if ("refusal" in opened) {
      unread.push({ name: folder, refusal: opened.refusal });
      if (before) places[folder] = before;
    } else {
      const seen = await readFolder(client, reading, opened, before, Math.max(0, room - mails.length));
      places[folder] = seen.place;
      mails.push(...seen.mails);
      more ||= seen.more;
    }
  }
  return { places, mails, more, unread };
}

interface Read {
  readonly place: FolderPlace;
  readonly mails: FoundMail[];
  readonly more: boolean;
}

async function open(client: ImapFlow, folder: string): Promise<Folder | Pick<UnreadFolder, "refusal">> {
  try {
    // Of a session that the server has ended meanwhile there is nothing to read, which throws as well.
    const { uidValidity, uidNext, exists } = await client.mailboxOpen(folder, { readOnly: true });
    return { folder, uidvalidity: String(uidValidity), last: uidNext - 1, exists };
  } catch (error) {
    return { refusal: refusalOf(error) };
  }
}

/** Why this folder alone is not read, null where there is no such folder. Throws what concerns the whole mailbox. */
function refusalOf(error: unknown): string | null {
  const { mailboxMissing, responseStatus, responseText = "", code } = error as Refused;
  if (mailboxMissing) return null;
  if ((responseStatus !== "NO" && responseStatus !== "BAD") || code === "ETHROTTLE") throw error;
  // Dovecot adds how long it took.
  return shownLine(responseText.replace(/ \([\d.]+ \+ [\d.+ ]+secs\)\.?$/, ""), 300);
}

interface Refused {
  readonly mailboxMissing?: boolean;
  readonly responseStatus?: string;
  readonly responseText?: string;
  readonly code?: string;
}

async function readFolder(client: ImapFlow, reading: Reading, opened: Folder, known: FolderPlace | undefined, room: number): Promise<Read> {
  const { folder, uidvalidity, last } = opened;
  if (known?.uidvalidity !== uidvalidity) return countedAnew(client, reading, opened, known);
  if (last <= known.uid) return { place: known, mails: [], more: false };
  const { found, searched } = await search(client, known.uid, last, room);
  const all = await reading.take(client, folder, uidvalidity, found.slice(0, room));
  const taken = reading.fitting(all);
  const isCut = taken.length < all.length || room < found.length;
  const recent = [...known.recent, ...taken.map(({ digest }) => digest)].slice(-maxRecent);
  const place = { uidvalidity, uid: isCut ? (taken.at(-1)?.uid ?? known.uid) : searched, recent };
  // One that was moved out and back is another one to the server.
  const before = new Set(known.recent);
  const fresh = taken.filter(({ digest }) => !before.has(digest));
  return { place, mails: await withFiles(client, fresh), more: isCut || searched < last };
}

/** In the folder that is open. */
async function withFiles(client: ImapFlow, taken: readonly Taken[]): Promise<FoundMail[]> {
  const mails: FoundMail[] = [];
  for (const { mail, uid, size } of taken)
    mails.push(hasFiles(mail, size) ? { ...mail, files: await attachedFiles(client, uid, size) } : mail);
  return mails;
}

/** The next mails behind one, and up to which number that are all. A search of a folder with very many would be an answer that is too large. */
async function search(client: ImapFlow, behind: number, last: number, room: number): Promise<{ found: number[]; searched: number }> {
  const found: number[] = [];
  let searched = behind;
  for (let i = 0; i < maxSearches && searched < last && found.length <= room; i++) {
    const to = Math.min(last, searched + searchedUids);
    const some = (await client.search({ uid: `${searched + 1}:${to}` }, { uid: true })) || [];
    found.push(...some.toSorted((a, b) => a - b));
    searched = to;
  }
  return { found, searched };
}

interface Folder {
  readonly folder: string;
  readonly uidvalidity: string;
  readonly last: number;
  readonly exists: number;
}

/** A folder that is new to us, or whose server counts its mails from the beginning: then what is in the newest ones says which were there. */
async function countedAnew(
  client: ImapFlow,
  reading: Reading,
  { folder, uidvalidity, last, exists }: Folder,
  known: FolderPlace | undefined,
): Promise<Read> {
  const telling = { uid: true, size: true, source: { start: 0, maxLength: tellingBytes } };
  const newest = exists === 0 ? [] : await client.fetchAll(`${Math.max(1, exists - maxRecent + 1)}:*`, telling);
  const there = newest.map((message) => ({ uid: message.uid, digest: digestOf(message) }));
  const before = new Set(known?.recent);
  const fresh = known ? there.filter(({ digest }) => !before.has(digest)).map(({ uid }) => uid) : [];
  const taken = await reading.take(client, folder, uidvalidity, fresh);
  return {
    place: { uidvalidity, uid: last, recent: there.map(({ digest }) => digest) },
    mails: await withFiles(client, reading.fitting(taken)).then((read) => [...read, ...taken.slice(read.length).map(({ mail }) => mail)]),
    more: false,
  };
}
