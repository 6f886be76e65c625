import type { FetchMessageObject, ImapFlow } from "imapflow";
import { digestOf, type Mail, mailOf, readBytes } from "./mail.ts";

export interface FoundMail extends Mail {
  readonly folder: string;
  /** The same mail has the same one, however often it is found. */
  readonly key: string;
}

interface Taken {
  readonly mail: FoundMail;
  readonly digest: string;
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

  /** Whether mails are asked for one by one: there is time for fewer. */
  get isSlow(): boolean {
    return !this.#isTogether;
  }

  /** Says that a session ended at a limit. Returns whether another one would read on: not where no mail was asked for. */
  readsOn(): boolean {
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
  return { mail: { ...(await mailOf(message)), folder, key }, digest: digestOf(message) };
}
