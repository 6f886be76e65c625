import type { ReactNode } from "react";

type From = "sm" | "md" | "lg";

export interface Column<R> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: R) => ReactNode;
  /** A CSS width; without one the column shares what is left. */
  readonly width?: string;
  readonly align?: "end";
  /** In the second ink: what the others are told apart by less. */
  readonly quiet?: boolean;
  /** Takes two lines below 600 px instead of being cut off after one. */
  readonly wrap?: boolean;
  /** Below 600 px, a line under the first cell: what the columns say that are left out there. */
  readonly beneath?: (row: R) => ReactNode;
  /** From 600 px on, a line under the first cell. */
  readonly under?: (row: R) => ReactNode;
  /** Leaves the column out below 600, 900 or 1200 px. */
  readonly from?: From;
  readonly sorted?: "asc" | "desc";
  readonly onSort?: () => void;
}

/** Rows that stand together: which group a row is in, and what stands above the first one of a group. */
export interface RowGroups<R> {
  readonly of: (row: R) => string;
  readonly head: (group: string) => ReactNode;
}

/** Class names that hide something below a breakpoint. */
export function shownFrom(from: From | undefined, display: "table-cell" | "table-column"): string {
  return from === undefined ? "" : shown[display][from];
}

/** Whole names: they are found in the source. */
const shown = {
  "table-cell": { sm: "hidden sm:table-cell", md: "hidden md:table-cell", lg: "hidden lg:table-cell" },
  "table-column": { sm: "hidden sm:table-column", md: "hidden md:table-column", lg: "hidden lg:table-column" },
} as const;

/** Class names that keep a cell from its neighbours, and from what is before the table and behind it. `afterBox`: a box to select by stands in it first. */
export function cellPadding(afterBox: boolean): string {
  return afterBox ? "ps-11 pe-3 md:ps-12 last:pe-3 md:last:pe-5" : "px-3 md:first:ps-5 md:last:pe-5";
}
