import type { FigureLink } from "#contract/dashboards/answers.ts";

/** The address of the console's list that has exactly what a figure counts. */
export function listAddress(teamId: string, { list, queue_id, filters }: FigureLink): string {
  const path = list === "cases" ? `queues/${queue_id ?? ""}` : list;
  const search = new URLSearchParams(Object.entries(filters).map(([name, value]): [string, string] => [name, written(value)]));
  return `/t/${teamId}/${path}${search.size > 0 ? `?${search.toString()}` : ""}`;
}

/** The console reads a value as JSON where it is some: a text that would be a number or a list is one in quotes. */
function written(value: string | readonly [string, string]): string {
  if (typeof value !== "string") return JSON.stringify(value);
  try {
    JSON.parse(value);
    return JSON.stringify(value);
  } catch {
    return value;
  }
}
