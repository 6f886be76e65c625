import { figuresRead } from "#api/figures.ts";
import type { ChartSpan } from "#ui/chart/chart-span.ts";
import { ownZone } from "#ui/own-zone.ts";

const inQueue = (queueId: string) => ({ by: "queue", kind: "is" as const, values: [queueId] });
const failed = { by: "state", kind: "is" as const, values: ["failed"] };
const open = { by: "state", kind: "is" as const, values: ["pending", "in_progress", "needs_input", "postponed"] };

/** What came and left today, what failed, and what evaluations say of the cases of the last weeks. */
export function todayRead(teamId: string, queueId: string) {
  const flow = { source: "flow" as const, by: [] as string[], filters: [inQueue(queueId)] };
  return figuresRead(teamId, {
    zone: ownZone(),
    range: "today",
    queries: [
      { ...flow, name: "today", measures: ["arrived", "closed"] },
      { ...flow, name: "failed_today", measures: ["closed"], filters: [inQueue(queueId), failed] },
      { ...flow, name: "evaluated", source: "cases", measures: ["evaluated", "pass_rate"], range: "last_30_days" },
    ],
  });
}

/** The figures of the band. What is open is open now, however long ago it came. */
export function overviewRead(teamId: string, queueId: string, span: ChartSpan) {
  const flow = { source: "flow" as const, filters: [inQueue(queueId)] };
  return figuresRead(teamId, {
    zone: ownZone(),
    range: span,
    queries: [
      { ...flow, name: "by_day", measures: ["arrived", "closed", "time_to_close_p50", "time_to_close_p95"], by: ["time"] },
      { ...flow, name: "causes", measures: ["closed"], by: ["failure"], filters: [inQueue(queueId), failed], top: 4 },
      { name: "ages", source: "cases", measures: ["open"], by: ["age"], filters: [inQueue(queueId), open], range: "all_time" },
    ],
  });
}
