/** Where a part of a file begins and ends, both inclusive. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Reads a `Range` header for a file of so many bytes (RFC 9110, 14.2). Undefined: the whole file, as for several ranges at once and for
 * what is no range of bytes; `unsatisfiable`: nothing of the file lies there.
 */
export function readRange(header: string | undefined, size: number): ByteRange | "unsatisfiable" | undefined {
  const [, from = "", to = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? "") ?? [];
  if (from === "" && to === "") return undefined;
  if (from !== "" && to !== "" && Number(from) > Number(to)) return undefined;
  const first = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  return first > last ? "unsatisfiable" : { first, last };
}
