import type { Chosen } from "#contract/dashboards/page.ts";
import { type RangeName, rangeNames } from "#contract/dashboards/ranges.ts";
import { oneOf, readFields, readFlag, readId, readInstant, type ReadValue, textUpTo } from "#ui/address.ts";

/** Which dashboards the list shows; without it all that the viewer sees. */
const shown = ["mine", "team", "organization"] as const;

export interface DashboardsSearch {
  show?: (typeof shown)[number];
  /** Who made them. */
  by?: string;
  search?: string;
  /** The dialog for another one is open. */
  ask?: true;
}

export const dashboardsFields: { readonly [K in keyof DashboardsSearch]-?: ReadValue<NonNullable<DashboardsSearch[K]>> } = {
  show: oneOf(shown),
  by: readId,
  search: textUpTo(200),
  ask: readFlag,
};

export interface ViewSearch {
  range?: RangeName;
  /** Instead of a range with a name. */
  from?: string;
  to?: string;
  /** An earlier version that is looked at. */
  version?: string;
  /** What was chosen for a parameter of the page, as `for_agent`. */
  [parameter: `for_${string}`]: string | undefined;
}

const readPlain = readFields<Pick<ViewSearch, "range" | "from" | "to" | "version">>({
  range: oneOf(rangeNames),
  from: readInstant,
  to: readInstant,
  version: readId,
});
const parameterName = /^for_[a-z][a-z0-9_]{0,39}$/;

export function readViewSearch(raw: Record<string, unknown>): ViewSearch {
  const parameters = Object.entries(raw).flatMap(([name, value]) => {
    const id = parameterName.test(name) ? readId(value) : undefined;
    return id === undefined ? [] : [[name, id] as const];
  });
  return { ...readPlain(raw), ...Object.fromEntries(parameters) };
}

/** What the address chose, as the service is asked for it. */
export function chosenIn({ range, from, to, version: _, ...rest }: ViewSearch): Chosen {
  const span = from !== undefined && to !== undefined && from < to ? { from, to } : range;
  const values = Object.entries(rest).flatMap(([name, value]) =>
    typeof value === "string" ? [[name.slice("for_".length), [value]] as [string, string[]]] : [],
  );
  return { ...(span !== undefined && { range: span }), ...(values.length > 0 && { values: Object.fromEntries(values) }) };
}
