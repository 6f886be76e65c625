import type { FetchMessageObject, ImapFlow } from "imapflow";
import { type AttachedFile, hasFiles, mostAttachedBytes } from "./attached-files.ts";
import { digestOf, type Mail, mailOf, readBytes } from "./mail.ts";

export interface FoundMail extends Mail {
  readonly folder: string;
  /** The same mail has the same one, however often it is found. */
  readonly key: string;
  readonly files?: readonly AttachedFile[];
}

export interface Taken {
  readonly mail: FoundMail;
  readonly digest: string;
  readonly uid: number;
  /** Of all of it, in bytes. */
  readonly size: number;
}

/** A session for each of them; all later mails of the look are read with care. */
const mostBroken = 3;

const beginning = { uid: true, size: true, source: { start: 0, maxLength: readBytes } };
/** What is asked of a mail beside its beginning grows with what the sender wrote. */
const whole = { ...beginning, envelope: true, bodyStructure: true };

/**
 * What one look has read so far. An answer that breaks a limit ends the session, and does not say which mail it was about: the next session asks for
 * one mail after the other, and a mail at which that ends as well is read with care, by its beginning only. No mail keeps those behind it.
 */
export class Reading {
  readonly #taken = new Map<string, Taken>();
  readonly #broken = new Set<string>();
  #isTogether = true;
  #asked: readonly string[] = [];
  #attachedBytes = 0;

  /** Whether mails are asked for one by one: there is time for fewer. */
  get isSlow(): boolean {
    return !this.#isTogether;
  }

  /** Says that a session ended at a limit. Returns whether another one would read on: not where no mail was asked for. */
  readsOn(): boolean {
    this.#attachedBytes = 0;
    const [first] = this.#asked;
    if (first === undefined) return false;
    if (this.#isTogether) this.#isTogether = false;
    else if (this.#isBroken(first)) return false;
    else this.#broken.add(first);
    this.#asked = [];
    return true;
  }

  #isBroken(key: string): boolean {
    return this.#broken.has(key) || this.#broken.size >= mostBroken;
  }

  /** The first of some mails, as far as this look has room for their files. One always fits. */
  fitting(taken: readonly Taken[]): readonly Taken[] {
    const end = taken.findIndex(({ mail, size }) => {
      if (!hasFiles(mail, size)) return false;
      if (this.#attachedBytes > 0 && this.#attachedBytes + size > mostAttachedBytes) return true;
      this.#attachedBytes += size;
      return false;
    });
    return end === -1 ? taken : taken.slice(0, end);
  }

  /** Those of some mails that are there, in their order. */
  async take(client: ImapFlow, folder: string, uidvalidity: string, uids: readonly number[]): Promise<Taken[]> {
    const keyOf = (uid: number) => `${folder} ${uidvalidity} ${uid}`;
    const ask = async (some: readonly number[], wanted: typeof beginning) => {
      this.#asked = some.map(keyOf);
      for await (const message of client.fetch(some.join(","), wanted, { uid: true })) {
        const key = keyOf(message.uid);
        this.#taken.set(key, await takenOf(message, folder, key));
      }
      this.#asked = [];
    };
    const left = () => uids.filter((uid) => !this.#taken.has(keyOf(uid)));
    if (this.#isTogether && uids.length > 0) await ask(uids, whole);
    // Also what the library could make nothing of and left out.
    for (const uid of left()) {
      if (!this.#isTogether && !this.#isBroken(keyOf(uid))) await ask([uid], whole);
      if (!this.#taken.has(keyOf(uid))) await ask([uid], beginning);
    }
    return uids.flatMap((uid) => this.#taken.get(keyOf(uid)) ?? []);
  }
}

async function takenOf(message: FetchMessageObject, folder: string, key: string): Promise<Taken> {
  return { mail: { ...(await mailOf(message)), folder, key }, digest: digestOf(message), uid: message.uid, size: message.size ?? 0 };
}
