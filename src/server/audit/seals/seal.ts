import { createHmac } from "node:crypto";

/** What a seal holds. */
export interface Seal {
  readonly organization_id: string;
  readonly number: number;
  readonly ids: readonly number[];
  readonly macs: Buffer;
  readonly last_at: string;
  readonly previous_mac: Buffer | null;
  readonly previous_at: string | null;
  readonly mac: Buffer;
}

/** An entry, written out whole and always in the same way. */
export interface Written {
  readonly id: number;
  readonly at: string;
  readonly text: string;
}

export const macBytes = 16;

const hmac = (key: Buffer, text: string) => createHmac("sha256", key).update(text).digest();

export function macOfEntry(key: Buffer, { text }: Pick<Written, "text">): Buffer {
  return hmac(key, text).subarray(0, macBytes);
}

export function macOfSeal(key: Buffer, of: Omit<Seal, "mac">): Buffer {
  const { organization_id, number, ids, macs, last_at, previous_mac, previous_at } = of;
  return hmac(
    key,
    JSON.stringify([organization_id, number, ids, macs.toString("hex"), last_at, previous_mac?.toString("hex") ?? null, previous_at]),
  );
}

/** Which seals are said to be the first and the last. */
export interface Ends {
  readonly first_number: number;
  readonly last_number: number;
  readonly last_entry_id: number;
}

export function macOfEnds(key: Buffer, { first_number, last_number, last_entry_id }: Ends): Buffer {
  return hmac(key, `${first_number} to ${last_number} ${last_entry_id}`);
}

export function seal(
  key: Buffer,
  organization_id: string,
  number: number,
  entries: readonly [Written, ...Written[]],
  previous: Seal | undefined,
): Seal {
  const made = {
    organization_id,
    number,
    ids: entries.map(({ id }) => id),
    macs: Buffer.concat(entries.map((entry) => macOfEntry(key, entry))),
    last_at: entries.reduce((last, { at }) => (at > last ? at : last), entries[0].at),
    previous_mac: previous?.mac ?? null,
    previous_at: previous?.last_at ?? null,
  };
  return { ...made, mac: macOfSeal(key, made) };
}
