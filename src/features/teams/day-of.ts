/** A day to come, in the reader's own time zone: "on 30 Nov". */
export function dayOf(at: string): string {
  return `on ${new Date(at).toLocaleDateString("en-GB", { day: "numeric", month: "short" })}`;
}
