const units = [
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1000],
  ["millisecond", 1],
] as const;

/** As in "10 minutes" or "1 hour 30 minutes"; undefined for what is no time. */
export function timeInWords(milliseconds: unknown): string | undefined {
  if (typeof milliseconds !== "number" || !Number.isInteger(milliseconds) || milliseconds < 1) return undefined;
  let rest = milliseconds;
  const words: string[] = [];
  for (const [unit, size] of units) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) words.push(new Intl.NumberFormat("en", { style: "unit", unit, unitDisplay: "long" }).format(count));
  }
  return words.join(" ");
}
