import { mayChangeAgent } from "./rights.ts";
import { endpoint } from "#contract/endpoint.ts";
import { int53, page, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";

export const suggestionStatuses = ["pending", "consumed", "rejected", "superseded"] as const;

const Source = record("SuggestionSource", { agent_run_id: uuid, run_number: z.int(), created_at: timestamp });

export const Suggestion = record("Suggestion", {
  id: uuid,
  agent_id: uuid,
  status: z.enum(suggestionStatuses),
  /** What noticed it: here always verdicts on runs. */
  generated_by: z.enum(["connection_llm", "eval", "dreaming"]),
  title: z.string(),
  description: z.string(),
  /** The same for everything that would be suggested for one reason: that is suggested once. */
  dedup_key: z.string(),
  resolved_at: timestamp.nullable(),
  resolved_by_user_id: uuid.nullable(),
  superseded_reason: z.string().nullable(),
  superseded_by_suggestion_id: uuid.nullable(),
  created_at: timestamp,
  updated_at: timestamp,
  /** The runs that led to it, newest first. */
  sources: z.array(Source).min(1),
  /** The sources know types about connections too; this service suggests text for the instructions. */
  type: z.literal("aop"),
  /** `newSop` takes the place of `oldSop`; where that is empty it is added behind everything else. */
  payload: z.strictObject({ oldSop: z.string(), newSop: z.string() }),
});
export type Suggestion = z.output<typeof Suggestion>;

const area = "Suggestions";
const access = { scope: "team", by: "id", role: "team:builder" } as const;
const params = z.strictObject({ id: idOf("suggestion") });

export const listAgentSuggestions = endpoint({
  name: "listAgentSuggestions",
  method: "GET",
  path: "/v2/agents/{agent_id}/suggestions",
  area,
  summary: "Suggestions for an agent, newest first: `pending` wait for a decision, `history` are decided. They quote runs of every member",
  access: { scope: "team", by: "agent_id", role: "team:builder" },
  may: mayChangeAgent,
  reads: ["suggestion"],
  params: z.strictObject({ agent_id: idOf("agent") }),
  query: z.strictObject({ status: z.enum(["pending", "history"]).optional(), ...page(100, 250) }),
  reply: z.strictObject({ data: z.array(Suggestion), pending_count: int53 }),
  errors: ["forbidden"],
});

export const consumeAgentSuggestion = endpoint({
  name: "consumeAgentSuggestion",
  method: "POST",
  path: "/v2/agents/suggestions/{id}/consume",
  area,
  summary: "Add a suggestion to a draft: the named one, else the newest since the live revision, else a new one",
  access,
  may: mayChangeAgent,
  records: "suggestion.applied",
  changes: ["suggestion", "revision", "agent", "evaluation"],
  params,
  /** A live revision stands for a new draft made from it. */
  body: z.strictObject({ revision_id: uuid.optional() }),
  reply: z.strictObject({ data: Suggestion, applied_revision_id: uuid }),
  errors: ["forbidden", "suggestion_resolved", "generation_active", "historic_revision", "instructions_full"],
});

export const rejectAgentSuggestion = endpoint({
  name: "rejectAgentSuggestion",
  method: "POST",
  path: "/v2/agents/suggestions/{id}/reject",
  area,
  summary: "Decline a suggestion; it does not return for the same revision",
  access,
  may: mayChangeAgent,
  records: "suggestion.rejected",
  changes: ["suggestion"],
  params,
  reply: z.strictObject({ data: Suggestion }),
  errors: ["forbidden", "suggestion_resolved"],
});
