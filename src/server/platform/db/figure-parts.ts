import type { TeamRole } from "#contract/roles.ts";
import type { Parameters } from "./parameters.ts";

// What an area publishes of its rows, so that figures about them are counted by the conditions of its lists.

/** Somebody who reads figures of a team. */
export interface FigureViewer {
  readonly teamId: string;
  readonly userId: string;
  readonly role: TeamRole;
  /** Of the record whose own rows can be counted beside the team's. */
  readonly recordId?: string;
}

/** Whose rows are counted: the team's, or of these one person's. */
export interface FigureScope {
  readonly teamId: string;
  readonly userId: string | null;
  /** Only rows of this record. */
  readonly recordId?: string | null;
}

/** SQL of what a row is grouped and filtered by. */
export interface FigureDimension {
  readonly sql: string;
  readonly type: "uuid" | "text";
  /** One text for all that mean the same value, as `sql` writes it. */
  readonly writes?: (value: string) => string;
  /** What `sql` needs beside the rows, by the name of a join. */
  readonly join?: string;
  /** A row can have several of its values: whether it has one of those behind a parameter, and whether it has any. */
  readonly several?: { readonly has: (parameter: string) => string; readonly any: string };
  /** SQL of the `id` and `name` of those whose ids are in `$1`. */
  readonly names?: string;
}

/**
 * How a figure is made of rows. `count`: those that meet a condition. `share`: those of `part` among those of `whole`. `median` and `p95`: of a
 * number that is null where there is none. `level`: what stands at the end of a time, as the sum of what all rows before it added and took.
 */
export type FigureMeasure =
  | { readonly kind: "count"; readonly where?: string }
  | { readonly kind: "sum" | "level"; readonly of: string }
  | { readonly kind: "share"; readonly part: string; readonly whole: string }
  | { readonly kind: "median" | "p95"; readonly of: string; readonly join?: string };

export interface FigureParts {
  readonly scopeOf: (viewer: FigureViewer) => FigureScope;
  /** The rows of a scope: what stands after `from`, and conditions. */
  readonly rows: (scope: FigureScope, p: Parameters) => { readonly from: string; readonly where: readonly string[] };
  /** Joins by their names, of at most one row for each row unless it is of a dimension with `several`. */
  readonly joins: Readonly<Record<string, (scope: FigureScope, p: Parameters) => string>>;
  /** The instant of a row. */
  readonly time: string;
  readonly dimensions: Readonly<Record<string, FigureDimension>>;
  readonly measures: Readonly<Record<string, FigureMeasure>>;
  /** A field that rows have beside those listed, by its path: as a value to group by, and as a number or null. */
  readonly field?: (path: string) => { readonly text: string; readonly number: string; readonly writes?: FigureDimension["writes"] };
}
