import { refuse } from "#server/platform/http/refusal.ts";
import { findView } from "./find-view.ts";
import { offered } from "./tools.ts";
import { type Choice, listView, type View } from "./view.ts";

/** The address of the law, and ours beside it: only what reads, only some areas, and few tools that find the others. */
const root = "/v2/mcp";
const made = new Map<string, View>();
const fixed: Readonly<Record<string, (choice: Choice) => View>> = {
  [root]: listView,
  [`${root}/read`]: listView,
  [`${root}/find`]: findView,
  [`${root}/find/read`]: findView,
};
const ofAreas = `${root}/areas/:names`;
const ofAreasRead = `${ofAreas}/read`;

export const viewPaths: readonly string[] = [...Object.keys(fixed), ofAreas, ofAreasRead];

const areas: ReadonlySet<string> = new Set([...offered.values()].map(({ area }) => area));

/** What an address offers to a key. Throws the 404 of an area that there is not. */
export function viewAt({ names = "" }: { names?: string }, route: string, keyReadsOnly: boolean): View {
  const readOnly = keyReadsOnly ? "key" : route.endsWith("/read") && "address";
  const make = fixed[route];
  if (make) {
    const kept = `${route} ${readOnly}`;
    const view = made.get(kept) ?? make({ readOnly });
    made.set(kept, view);
    return view;
  }
  const wanted = new Set(names.split(",").map((name) => name.trim()));
  const unknown = [...wanted].find((name) => !areas.has(name));
  if (unknown !== undefined) throw refuse("not_found", `There is no area “${unknown.slice(0, 100)}”. Areas are: ${[...areas].join(", ")}.`);
  return listView({ areas: wanted, readOnly });
}
