/** A time as a sentence says it, in the largest unit that fits: `40 seconds`, `2 minutes`, `3 hours`. */
export function durationWords(milliseconds: number): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1000));
  if (seconds < 120) return counted(seconds, "second");
  return seconds < 7200 ? counted(Math.round(seconds / 60), "minute") : counted(Math.round(seconds / 3600), "hour");
}

function counted(n: number, unit: string): string {
  return `${n} ${unit}${n === 1 ? "" : "s"}`;
}
