import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "#server/platform/config.ts";
import type { Asker } from "#server/platform/events/origin.ts";

/** What a signed address allows. Times are Unix seconds. */
export type Grant = { op: "get"; key: string; name: string; type: string; exp: number; inline?: true } | PutGrant;

/** An upload to a target, which knows what else its grants say. */
export interface PutGrant {
  readonly op: "put";
  readonly target: string;
  readonly exp: number;
  /** Who asked for the address, where what arrives is told of. */
  readonly by?: Asker;
}

export interface Signer {
  /** A URL-safe token that {@link Signer.open} takes until it expires. */
  seal(grant: Grant): string;
  /** The grant, or undefined when the token is forged, damaged or expired (by more than `grace` seconds). */
  open(token: string, now: Date, grace?: number): Grant | undefined;
  /** A key for one purpose, derived from the installation's secret. */
  derive(purpose: string): Buffer;
  /** Tells two texts apart, in hex. Keyed, so that whoever reads only the store cannot try out what a short text was. */
  fingerprint(text: string): string;
}

/** Lifetime of a signed address in seconds. */
export const grantSeconds = 900;

export function createSigner(master: Buffer): Signer {
  const derive = (purpose: string) => Buffer.from(hkdfSync("sha256", master, "caseload", purpose, 32));
  const key = derive("signed addresses");
  const mac = (text: string) => createHmac("sha256", key).update(text).digest();
  const fingerprintKey = derive("fingerprints");
  return {
    derive,
    fingerprint: (text) => createHmac("sha256", fingerprintKey).update(text).digest("hex"),
    seal(grant) {
      const text = Buffer.from(JSON.stringify(grant)).toString("base64url");
      return `${text}.${mac(text).toString("base64url")}`;
    },
    open(token, now, grace = 0) {
      const [text = "", signature = ""] = token.split(".");
      const given = Buffer.from(signature, "base64url");
      const expected = mac(text);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
      const grant = JSON.parse(Buffer.from(text, "base64url").toString()) as Grant;
      return (grant.exp + grace) * 1000 > now.getTime() ? grant : undefined;
    },
  };
}

/** The installation's secret, and the one before it where it was replaced. */
export interface MasterKeys {
  readonly current: Buffer;
  readonly former: readonly Buffer[];
}

export function masterKeys(config: Config): MasterKeys {
  return { current: masterKey(config), former: config.secretsKeyPrevious ? [decodeKey(config.secretsKeyPrevious)] : [] };
}

/** Tells keys apart, and tells nothing else of them. */
export function fingerprintOf(master: Buffer): string {
  return Buffer.from(hkdfSync("sha256", master, "caseload", "which key", 16)).toString("hex");
}

function decodeKey(text: string): Buffer {
  return Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? "hex" : "base64");
}

/** The installation's secret: from `SECRETS_KEY`, else from a file in the data folder that only this account reads. */
function masterKey(config: Config): Buffer {
  if (config.secretsKey) return decodeKey(config.secretsKey);
  mkdirSync(config.dataDir, { recursive: true });
  const file = join(config.dataDir, "secrets.key");
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString("hex"), { mode: 0o600, flag: "wx" });
  return Buffer.from(readFileSync(file, "utf8").trim(), "hex");
}
