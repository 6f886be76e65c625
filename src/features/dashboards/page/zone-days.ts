/** The date that an instant has in a zone, as a date field has it. */
export function dayIn(zone: string, at: number): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit" }).format(at);
}

/** When a date begins in a zone. Where clocks skip its midnight: the first instant after that. */
export function startOfDay(zone: string, date: string): number {
  const wanted = Date.parse(`${date}T00:00:00Z`);
  const read = new Intl.DateTimeFormat("en", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  const shown = (at: number) => {
    const parts = Object.fromEntries(read.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    return Date.UTC(
      parts["year"] ?? 0,
      (parts["month"] ?? 1) - 1,
      parts["day"] ?? 1,
      parts["hour"] ?? 0,
      parts["minute"] ?? 0,
      parts["second"] ?? 0,
    );
  };
  // The offset a day off may be another one: asked again at the instant that it led to.
  const first = wanted - (shown(wanted) - wanted);
  const second = first - (shown(first) - wanted);
  return dayIn(zone, second) === date ? second : first;
}
