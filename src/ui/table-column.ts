import type { ReactNode } from "react";

export interface Column<R> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: R) => ReactNode;
  /** A CSS width; without one the column shares what is left. */
  readonly width?: string;
  readonly align?: "end";
  /** Takes two lines below 600 px instead of being cut off after one. */
  readonly wrap?: boolean;
  /** Leaves the column out below 600 or 900 px. */
  readonly from?: "sm" | "md";
  readonly sorted?: "asc" | "desc";
  readonly onSort?: () => void;
}

/** Class names that hide something below a breakpoint. */
export function shownFrom(from: "sm" | "md" | undefined, display: "table-cell" | "table-column"): string {
  if (from === undefined) return "";
  if (display === "table-cell") return from === "sm" ? "hidden sm:table-cell" : "hidden md:table-cell";
  return from === "sm" ? "hidden sm:table-column" : "hidden md:table-column";
}
