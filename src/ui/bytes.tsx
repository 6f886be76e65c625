const units = ["B", "kB", "MB", "GB", "TB"];

/** A size in decimal units; the exact number of bytes on hover. */
export function Bytes({ size }: { size: number | null | undefined }) {
  if (size === null || size === undefined) return <span className="text-ink-3">–</span>;
  return (
    <span className="whitespace-nowrap" title={`${size.toLocaleString("en")} bytes`}>
      {bytesOf(size)}
    </span>
  );
}

export function bytesOf(size: number): string {
  let at = 0;
  let value = size;
  while (value >= 1000 && at < units.length - 1) {
    value /= 1000;
    at += 1;
  }
  return `${at === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[at]}`;
}
