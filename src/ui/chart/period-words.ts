type Grain = "hour" | "day" | "week" | "month";

/** What a period is called in `zone`: under the axis, and in full. */
export function periodWords(at: string, grain: Grain, zone: string): { label: string; title: string } {
  const say = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat("en", { timeZone: zone, ...options }).format(new Date(at));
  const label = say(grain === "month" ? { month: "short" } : { month: "short", day: "numeric" });
  if (grain === "month") return { label, title: say({ month: "long", year: "numeric" }) };
  const title = say({ weekday: "long", month: "long", day: "numeric" });
  return { label, title: grain === "week" ? `Week of ${title}` : title };
}
