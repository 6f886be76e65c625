import { type SQL, sql } from "drizzle-orm";
import type { NamedLabel } from "#contract/queues/case.ts";

/** How many views of its cases a queue has. */
export function viewsOf(queueId: string): SQL {
  return sql`select count(*) from list_views where place_id = ${queueId}`;
}

/** How many of them show the cases with a label. */
export function viewsOfLabel(queueId: string, label: NamedLabel): SQL {
  return sql`${viewsOf(queueId)} and ${labelInAddress(label)} = any(string_to_array(search, '&'))`;
}

/** A label as the address of a list of cases has it. */
export function labelInAddress({ key = "", value }: NamedLabel): string {
  return new URLSearchParams({ label: JSON.stringify([key, value]) }).toString();
}
