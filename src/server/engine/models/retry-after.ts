/** How long a provider asks to wait, in milliseconds: `retry-after-ms`, else `Retry-After` in seconds or as a date by the provider's own clock. */
export function retryAfter(headers: Record<string, string> | undefined): number | undefined {
  const milliseconds = positive(headers?.["retry-after-ms"]);
  if (milliseconds !== undefined) return milliseconds;
  const asked = headers?.["retry-after"];
  const seconds = positive(asked);
  if (seconds !== undefined) return seconds * 1000;
  const date = Date.parse(asked ?? "");
  if (Number.isNaN(date)) return undefined;
  const there = Date.parse(headers?.["date"] ?? "");
  return Math.max(0, date - (Number.isNaN(there) ? Date.now() : there));
}

function positive(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) : undefined;
}
