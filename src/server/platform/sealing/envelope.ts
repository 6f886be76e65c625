import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";

/** Where a sealed text belongs. It opens in this place only: a copy in another row or column is worth nothing. */
export interface Place {
  readonly teamId: string;
  readonly table: string;
  readonly id: string;
  /** Of a table that has several: a text of one of them opens in no other. */
  readonly column?: string;
}

export interface Envelope {
  /** AES-256-GCM under a data key of its own, which is sealed by the installation's key. */
  seal(place: Place, plain: string): string;
  /** Throws {@link Unreadable}. */
  open(place: Place, sealed: string): string;
  /** The same text with its data key sealed by the current key; undefined when it is already. Throws {@link Unreadable}. */
  renew(place: Place, sealed: string): string | undefined;
  /** How texts sealed by the current key begin. */
  readonly prefix: string;
}

/** Sealed with a key that this installation does not have, moved from its place, or damaged. */
export class Unreadable extends Error {}

const version = "v1";

interface Key {
  readonly id: string;
  readonly bytes: Buffer;
}

/** `masters`: the installation's secrets, the current one first; former ones open what they have sealed. */
export function createEnvelope(masters: readonly [Buffer, ...Buffer[]]): Envelope {
  const keys = masters.map(keyOf) as [Key, ...Key[]];
  const [current] = keys;

  /** Opens the data key; the rest of the text is its own matter. */
  function dataKey(place: Place, sealed: string): { key: Key; data: Buffer; body: string } {
    const [v, keyId, wrapped = "", body = ""] = sealed.split(".");
    const key = keys.find((k) => k.id === keyId);
    if (v !== version || !key) throw new Unreadable("sealed with an unknown key");
    return { key, data: decrypt(key.bytes, wrapped, bound(place, "key")), body };
  }
  const wrap = (place: Place, data: Buffer) => `${version}.${current.id}.${encrypt(current.bytes, data, bound(place, "key"))}`;

  return {
    prefix: `${version}.${current.id}.`,
    seal(place, plain) {
      const data = randomBytes(32);
      return `${wrap(place, data)}.${encrypt(data, Buffer.from(plain), bound(place, "sealed"))}`;
    },
    open(place, sealed) {
      const { data, body } = dataKey(place, sealed);
      return decrypt(data, body, bound(place, "sealed")).toString();
    },
    renew(place, sealed) {
      const { key, data, body } = dataKey(place, sealed);
      return key === current ? undefined : `${wrap(place, data)}.${body}`;
    },
  };
}

function keyOf(master: Buffer): Key {
  const bytes = Buffer.from(hkdfSync("sha256", master, "caseload", "sealed credentials", 32));
  return { id: createHash("sha256").update(bytes).digest("hex").slice(0, 12), bytes };
}

function bound({ teamId, table, id, column }: Place, field: string): Buffer {
  const of = column === undefined ? table : `${table}.${column}`;
  return Buffer.from(`${teamId}:${of}:${id}:${field}`);
}

const nonceBytes = 12;
const tagBytes = 16;

function encrypt(key: Buffer, plain: Buffer, aad: Buffer): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(aad);
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString("base64url");
}

function decrypt(key: Buffer, text: string, aad: Buffer): Buffer {
  const bytes = Buffer.from(text, "base64url");
  if (bytes.length < nonceBytes + tagBytes) throw new Unreadable("cut short");
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, nonceBytes)).setAAD(aad);
    decipher.setAuthTag(bytes.subarray(-tagBytes));
    return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]);
  } catch {
    throw new Unreadable("does not belong here, or was changed");
  }
}
