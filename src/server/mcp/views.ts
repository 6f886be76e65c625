import { refuse } from "#server/platform/http/refusal.ts";
import { findView } from "./find-view.ts";
import { offered } from "./tools.ts";
import { listView, type View } from "./view.ts";

/** The address of the law, and ours beside it: only what reads, only some areas, and few tools that find the others. */
const root = "/v2/mcp";
const made = new Map<string, View>();
const fixed: Readonly<Record<string, () => View>> = {
  [root]: () => listView({ readOnly: false }),
  [`${root}/read`]: () => listView({ readOnly: true }),
  [`${root}/find`]: () => findView({ readOnly: false }),
  [`${root}/find/read`]: () => findView({ readOnly: true }),
};
const ofAreas = `${root}/areas/:names`;
const ofAreasRead = `${ofAreas}/read`;

export const viewPaths: readonly string[] = [...Object.keys(fixed), ofAreas, ofAreasRead];

/** The address beside this one that offers only what reads. */
export function onlyReading(route: string): string {
  return route.endsWith("/read") ? route : `${route}/read`;
}

const areas: ReadonlySet<string> = new Set([...offered.values()].map(({ area }) => area));

/** What an address offers. Throws the 404 of an area that there is not. */
export function viewAt({ names = "" }: { names?: string }, route: string): View {
  const make = fixed[route];
  if (make) {
    const view = made.get(route) ?? make();
    made.set(route, view);
    return view;
  }
  const wanted = new Set(names.split(",").map((name) => name.trim()));
  const unknown = [...wanted].find((name) => !areas.has(name));
  if (unknown !== undefined) throw refuse("not_found", `There is no area “${unknown.slice(0, 100)}”. Areas are: ${[...areas].join(", ")}.`);
  return listView({ areas: wanted, readOnly: route === ofAreasRead });
}
