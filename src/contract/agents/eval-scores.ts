import { endpoint } from "#contract/endpoint.ts";
import { instant, int53, queryInt, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";

const area = "Agents";
const access = { scope: "team", by: "agentId", role: "team:member" } as const;
const params = z.strictObject({ agentId: idOf("agent") });

export const getEvalScores = endpoint({
  name: "getEvalScores",
  method: "GET",
  path: "/v2/agent/{agentId}/eval-scores",
  area,
  summary: "How many runs were evaluated since a time, how many failed, and which rubrics they failed",
  access,
  reads: ["evaluation"],
  params,
  query: z.strictObject({
    since: instant,
    /** `custom`: only runs of one revision, the live one when `revision_id` is absent. */
    scope: z.enum(["all", "custom"]).optional(),
    revision_id: uuid.optional(),
  }),
  reply: z.strictObject({
    total_evaluated: z.int(),
    with_issues: z.int(),
    flag_distribution: z.array(record("EvalFlag", { flag: z.string(), count: z.int(), label: z.string().nullable().optional() })),
  }),
});

/** A day in UTC. `passed` of `total` verdicts, over the `evaluated` runs that were judged on it. */
const EvalDay = record("EvalDay", { day: z.iso.date(), evaluated: int53, with_issues: int53, passed: int53, total: int53 });
export type EvalDay = z.output<typeof EvalDay>;

export const getEvalHistory = endpoint({
  name: "getEvalHistory",
  method: "GET",
  path: "/v2/agents/{agentId}/eval-history",
  area,
  summary: "The scores of the last days, one by one, oldest first",
  access,
  reads: ["evaluation"],
  ours: "The scores are sums since a time; a curve over 30 days would take 30 requests.",
  params,
  query: z.strictObject({ days: queryInt(1, 90).default(30) }),
  reply: z.strictObject({ days: z.array(EvalDay) }),
});
