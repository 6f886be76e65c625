/** Moments that people postpone to, in the viewer's zone. */
export function postponeTimes(now: Date): readonly { label: string; at: Date }[] {
  const morning = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 9);
  const toMonday = (8 - now.getDay()) % 7;
  return [
    { label: "In an hour", at: new Date(now.getTime() + 3_600_000) },
    { label: "Tomorrow at 9", at: morning(1) },
    // On a Sunday it is tomorrow, on a Monday in a week.
    ...(toMonday > 1 ? [{ label: "Monday at 9", at: morning(toMonday) }] : []),
    { label: "In a week", at: morning(7) },
  ];
}

/** As the browser's field for a moment holds it: local time to the minute. */
export function fieldValueOf(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
