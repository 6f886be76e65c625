import { createHash } from "node:crypto";
import { pathOf } from "#contract/queues/case-fields.ts";
import { fieldPrefix, type Grain, type SourceName, sourceOf, timeDimension } from "#contract/dashboards/catalogue.ts";
import { type Chosen, type Page, type Query, mostRows } from "#contract/dashboards/page.ts";
import type { FigureDimension, FigureMeasure, FigureParts, FigureScope, FigureViewer } from "#server/platform/db/figure-parts.ts";
import { type Span, grainOf, periodsIn, spanOf } from "./spans.ts";
import { partsOf } from "./sources.ts";

/** A condition, with what the viewer chose in it. Null: no value. */
export interface PlanFilter {
  readonly by: string;
  readonly kind: "is" | "is_not";
  readonly values: readonly (string | null)[];
}

/** A query for one viewer at one moment: all that its statement, its links and its cache key follow from. */
export interface Plan {
  readonly source: SourceName;
  readonly scope: FigureScope;
  readonly measures: readonly string[];
  readonly by: readonly string[];
  readonly filters: readonly PlanFilter[];
  readonly zone: string;
  readonly span: Span | null;
  readonly grain: Grain | null;
  readonly former: boolean;
  /** As many groups of each dimension have a row of their own; `bounded`: more could have been asked for. */
  readonly top: number;
  readonly bounded: boolean;
}

/** What an answer has room for where a page has so many queries. */
const mostRowsOfPage = 20_000;
const mostGroups = { alone: 500, besideOthers: 50 };

type Context = Pick<Page, "zone" | "range"> & { readonly queries: readonly unknown[] };

export function planOf(viewer: FigureViewer, page: Context, query: Query, chosen: Chosen, now: Date): Plan {
  const { source, measures, by, former = false } = query;
  const span = sourceOf(source)?.time === undefined ? null : spanOf(query.range ?? chosen.range ?? page.range, page.zone, now);
  const grain = span && by.includes(timeDimension) ? grainOf(span, query.grain) : null;
  const room = Math.min(mostRows, Math.floor(mostRowsOfPage / page.queries.length));
  const most = by.length < 2 ? mostGroups.alone : mostGroups.besideOthers;
  const limit = Math.max(1, Math.min(most, grain && span ? Math.floor(room / (periodsIn(span, grain, page.zone).length + 1)) : most));
  const { top = limit } = query;
  const filters = query.filters.flatMap(({ values, parameter, ...filter }): PlanFilter[] => {
    const wanted = (parameter !== undefined && chosen.values?.[parameter]) || values;
    return wanted ? [{ ...filter, values: wanted }] : [];
  });
  return {
    source,
    scope: partsOf[source].scopeOf(viewer),
    measures,
    by,
    filters,
    zone: page.zone,
    span,
    grain,
    former: former && span !== null,
    top: Math.min(top, limit),
    bounded: query.top === undefined || query.top > limit,
  };
}

/** The same for those who see the same figures, and for nobody else. What only the moment decides is not in it: an answer has its own. */
export function keyOf({ span, ...plan }: Plan): string {
  const time = span && [span.from, span.to, span.unfinished];
  return createHash("sha256")
    .update(JSON.stringify([plan, time]))
    .digest("base64url");
}

/** The dimensions of a plan but time. */
export function groupsOf({ by }: Pick<Plan, "by">): readonly string[] {
  return by.filter((name) => name !== timeDimension);
}

export function dimensionIn({ dimensions, field }: FigureParts, name: string, path: (parts: readonly string[]) => string): FigureDimension {
  const known = Object.hasOwn(dimensions, name) ? dimensions[name] : undefined;
  if (known) return known;
  if (field && name.startsWith(fieldPrefix)) {
    const { text, writes } = field(path(fieldPath(name)));
    return { sql: text, type: "text", ...(writes && { writes }) };
  }
  throw new Error(`No dimension is called ${name}.`);
}

export function measureIn({ measures, field }: FigureParts, name: string, path: (parts: readonly string[]) => string): FigureMeasure {
  const known = Object.hasOwn(measures, name) ? measures[name] : undefined;
  if (known) return known;
  if (field && name.startsWith(fieldPrefix)) return { kind: "sum", of: field(path(fieldPath(name))).number };
  throw new Error(`No measure is called ${name}.`);
}

function fieldPath(name: string): string[] {
  return pathOf(name.slice(fieldPrefix.length));
}
