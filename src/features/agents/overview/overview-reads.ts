import { figuresRead } from "#api/figures.ts";
import type { ListedRevision } from "#contract/agents/revisions.ts";
import { revisionsOf } from "./compared-revisions.ts";
import type { ChartSpan } from "#ui/chart/chart-span.ts";

/** All figures of an agent's overview, of one moment. They are counted again while somebody looks. */
export function overviewRead(teamId: string, agentId: string, span: ChartSpan, zone: string, builds: readonly ListedRevision[]) {
  const ofAgent = { by: "agent", kind: "is" as const, values: [agentId] };
  const failed = { by: "status", kind: "is" as const, values: ["failed"] };
  const ofTriggers = { by: "source", kind: "is" as const, values: ["case_trigger"] };
  const runs = { source: "runs" as const, by: [] as string[], filters: [ofAgent] };
  const { live, former } = revisionsOf(builds);
  const ofRevisions = (...ids: string[]) => ({ by: "revision", kind: "is" as const, values: ids });
  const compared = [live, former].flatMap((one) => (one ? [one.id] : []));
  const queries = [
    { ...runs, name: "by_day", measures: ["count"], by: ["time", "status"] },
    { ...runs, name: "over_time", measures: ["duration_p50", "duration_p95", "tokens"], by: ["time"] },
    { ...runs, name: "causes", measures: ["count"], by: ["failure"], filters: [ofAgent, failed], top: 5 },
    { ...runs, name: "sources", measures: ["count"], by: ["source"] },
    { ...runs, name: "queues", measures: ["count"], by: ["queue"], filters: [ofAgent, ofTriggers] },
    ...(compared.length > 0
      ? [
          {
            ...runs,
            name: "revisions",
            measures: ["count", "success_rate", "duration_p50", "duration_p95", "tokens"],
            by: ["revision"],
            filters: [ofAgent, ofRevisions(...compared)],
          },
          {
            ...runs,
            name: "evaluations",
            measures: ["pass_rate", "failed_evaluation"],
            by: ["revision"],
            filters: [ofAgent, ofRevisions(...compared)],
          },
        ]
      : []),
    ...(live
      ? [{ ...runs, name: "live_causes", measures: ["count"], by: ["failure"], filters: [ofAgent, failed, ofRevisions(live.id)] }]
      : []),
  ];
  return figuresRead(teamId, { zone, range: span, queries });
}
