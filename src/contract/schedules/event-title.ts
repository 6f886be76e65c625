import type { EventFacts } from "./trigger-filter.ts";

/** What an event is called, by what it is about; null where nothing names it. */
export function titleOfEvent({ title, path, uri, subject, event_type, delivery_id }: EventFacts): string | null {
  return title ?? path ?? uri ?? subject ?? event_type ?? delivery_id ?? null;
}
