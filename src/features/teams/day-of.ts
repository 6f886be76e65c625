/** A day to come, in the reader's own time zone: "on Nov 30". */
export function dayOf(at: string): string {
  return `on ${new Date(at).toLocaleDateString("en", { day: "numeric", month: "short" })}`;
}
