import { Refusal } from "./refusal.ts";

/** A piece of a body that is sent in several; without `first` a question how far the upload has come. */
export interface Piece {
  readonly first: number | undefined;
  /** Of the piece. */
  readonly size: number;
  /** Of the whole. */
  readonly total: number;
}

/** Reads `bytes 0-99/2000`, or `bytes *` with the total (RFC 9110, 14.4). Throws 400. */
export function readContentRange(header: string): Piece {
  const [, first, last, size] = /^bytes (?:(\d{1,15})-(\d{1,15})|\*)\/(\d{1,15})$/.exec(header.trim()) ?? [];
  const total = Number(size);
  if (size !== undefined && first === undefined) return { first: undefined, size: 0, total };
  const piece = { first: Number(first), size: Number(last) - Number(first) + 1, total };
  if (size !== undefined && piece.size > 0 && Number(last) < total) return piece;
  throw new Refusal("invalid_request", {
    message: "Content-Range: use bytes <first>-<last>/<total>, or an asterisk and the total to ask.",
  });
}
