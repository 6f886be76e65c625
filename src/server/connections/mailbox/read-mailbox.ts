import type { ImapFlow } from "imapflow";
import type { UnreadFolder } from "#contract/connections/looks.ts";
import { shownLine } from "#server/connections/mcp/foreign-text.ts";
import type { McpServer } from "#server/connections/mcp/session.ts";
import type { Outbound } from "#server/platform/outbound.ts";
import { digestOf, type Mail, mailOf, readBytes } from "./mail.ts";
import { withMailbox } from "./mailbox-client.ts";

const limitUsual = 25_000;
/** Mails that one look takes; those after them wait for the next one, which follows at once. */
const maxMails = 50;
/** The newest of a folder that are known by what is in them, for the day that its server counts anew. */
const maxRecent = 200;

/** How far a folder was read. The server's numbers count only as long as its `uidvalidity` stays. */
export interface FolderPlace {
  readonly uidvalidity: string;
  readonly uid: number;
  readonly recent: readonly string[];
}

export interface FoundMail extends Mail {
  readonly folder: string;
  /** The same mail has the same one, however often it is found. */
  readonly key: string;
}

export interface SeenMailbox {
  readonly places: Readonly<Record<string, FolderPlace>>;
  readonly mails: readonly FoundMail[];
  readonly more: boolean;
  /** Folders that are not there, or do not open. What is known of one is kept for the day that it is read again. */
  readonly unread: readonly UnreadFolder[];
}

/** What arrived in folders of a mailbox since they were read up to `known`. A folder that is not known yet has nothing new. Throws an McpFault. */
export function readMailbox(
  outbound: Outbound,
  server: McpServer,
  { folders, known }: { readonly folders: readonly string[]; readonly known: Readonly<Record<string, FolderPlace>> },
  limitMs = limitUsual,
): Promise<SeenMailbox> {
  return withMailbox(outbound, server, limitMs, async (client) => {
    const places: Record<string, FolderPlace> = {};
    const mails: FoundMail[] = [];
    const unread: UnreadFolder[] = [];
    let more = false;
    for (const folder of folders) {
      const before = known[folder];
      const opened = await open(client, folder);
      if ("refusal" in opened) {
        unread.push({ name: folder, refusal: opened.refusal });
        if (before) places[folder] = before;
      } else {
        const seen = await readFolder(client, opened, before, maxMails - mails.length);
        places[folder] = seen.place;
        mails.push(...seen.mails);
        more ||= seen.more;
      }
    }
    return { places, mails, more, unread };
  });
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

async function readFolder(client: ImapFlow, opened: Folder, known: FolderPlace | undefined, room: number): Promise<Read> {
  const { folder, uidvalidity, last } = opened;
  if (known?.uidvalidity !== uidvalidity) return countedAnew(client, opened, known);
  if (last <= known.uid) return { place: known, mails: [], more: false };
  // A range that begins behind the last mail answers that one.
  const found = ((await client.search({ uid: `${known.uid + 1}:*` }, { uid: true })) || []).filter((uid) => uid > known.uid);
  const taken = found.toSorted((a, b) => a - b).slice(0, room);
  const more = taken.length < found.length;
  const { mails, digests } = await take(client, folder, uidvalidity, taken);
  const place = { uidvalidity, uid: more ? (taken.at(-1) ?? known.uid) : last, recent: [...known.recent, ...digests].slice(-maxRecent) };
  return { place, mails, more };
}

interface Folder {
  readonly folder: string;
  readonly uidvalidity: string;
  readonly last: number;
  readonly exists: number;
}

/** A folder that is new to us, or whose server counts its mails from the beginning: then what is in the newest ones says which were there. */
async function countedAnew(client: ImapFlow, { folder, uidvalidity, last, exists }: Folder, known: FolderPlace | undefined): Promise<Read> {
  const newest =
    exists === 0 ? [] : await client.fetchAll(`${Math.max(1, exists - maxRecent + 1)}:*`, { uid: true, size: true, envelope: true });
  const there = newest.map((message) => ({ uid: message.uid, digest: digestOf(message) }));
  const before = new Set(known?.recent);
  const fresh = known ? there.filter(({ digest }) => !before.has(digest)).map(({ uid }) => uid) : [];
  const { mails } = await take(client, folder, uidvalidity, fresh);
  return { place: { uidvalidity, uid: last, recent: there.map(({ digest }) => digest) }, mails, more: false };
}

async function take(client: ImapFlow, folder: string, uidvalidity: string, uids: readonly number[]) {
  const mails: FoundMail[] = [];
  const digests: string[] = [];
  const wanted = { uid: true, size: true, envelope: true, bodyStructure: true, source: { start: 0, maxLength: readBytes } };
  if (uids.length === 0) return { mails, digests };
  for await (const message of client.fetch(uids.join(","), wanted, { uid: true })) {
    mails.push({ ...(await mailOf(message)), folder, key: `${folder} ${uidvalidity} ${message.uid}` });
    digests.push(digestOf(message));
  }
  return { mails, digests };
}
