import type { FigureLink } from "./answers.ts";

/** The address of the console's list that has exactly what a figure counts. */
export function listAddress(teamId: string, { list, queue_id, filters }: FigureLink): string {
  const path = list === "cases" ? `queues/${queue_id ?? ""}` : list;
  const search = Object.entries(filters).map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(written(value))}`);
  return `/t/${teamId}/${path}${search.length > 0 ? `?${search.join("&")}` : ""}`;
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
