import type { Services } from "#server/platform/http/context.ts";
import type { Refusal } from "#server/platform/http/refusal.ts";
import type { PutGrant } from "./signer.ts";

/** Where the bytes of an upload go, how many there may be, and what becomes of them. */
export interface UploadPlace {
  readonly folder: string;
  /** In bytes. */
  readonly limit: number;
  /** What is said of more than that. */
  readonly over?: Refusal;
  keep(key: string, size: number): Promise<void>;
  /** Absent: the bytes come in one request. */
  readonly pieces?: UploadPieces;
}

/** An upload in several requests. */
export interface UploadPieces {
  readonly folder: string;
  /** How many bytes have arrived; undefined before the first. */
  received(): Promise<number | undefined>;
  /** Appends a piece whose bytes are stored, if it begins where the upload ends. Returns how many bytes have arrived then. */
  add(first: number, size: number, key: string): Promise<number>;
  /** Makes the pieces one file. May be called again after a crash, and by several at once. */
  complete(): Promise<void>;
}

/** A kind of upload to signed addresses. */
export interface UploadTarget {
  readonly name: string;
  place(services: Services, grant: PutGrant): UploadPlace;
}

/** A kind of upload whose grants say `F`: only our signature makes one, so what a grant says is what `grant` was given. */
export function uploadTarget<F extends object>(
  name: string,
  place: (services: Services, grant: F) => UploadPlace,
): UploadTarget & { grant(fields: F & Pick<PutGrant, "exp" | "by">): PutGrant } {
  return {
    name,
    place: (services, grant) => place(services, grant as PutGrant & F),
    grant: (fields) => ({ op: "put", target: name, ...fields }),
  };
}
