import { mayChangeAgent } from "./rights.ts";
import { endpoint } from "#contract/endpoint.ts";
import { Success, text, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";

export const rubricTitle = text(3, 80);
/** A pass condition, put as a question. */
export const rubricDescription = text(20, 400);

/** Never changed: an edit makes another rubric, so that a verdict keeps what it was judged by. */
export const EvalRubric = record("EvalRubric", {
  id: uuid,
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  sort_order: z.number(),
  deleted_at: timestamp.nullable(),
});
export type EvalRubric = z.output<typeof EvalRubric>;

const PlatformRubric = record("PlatformRubric", { key: z.string(), label: z.string(), description: z.string(), cause: z.string() });

/** Of one revision. */
export const maxRubrics = 5;

const area = "Agents";
const read = { scope: "team", by: "agentId", role: "team:member" } as const;
const change = { scope: "team", by: "agentId", role: "team:builder" } as const;
const agent = z.strictObject({ agentId: idOf("agent") });
const agentAndRubric = z.strictObject({ agentId: idOf("agent"), rubricId: idOf("agent_rubric") });
const set = z.strictObject({
  rubrics: z.array(EvalRubric),
  /** Rubrics for every agent. This service judges only what somebody asked for, so there are none. */
  platform_rubrics: z.array(PlatformRubric),
});
const one = z.strictObject({ rubric: EvalRubric });

export const getEvalRubrics = endpoint({
  name: "getEvalRubrics",
  method: "GET",
  path: "/v2/agents/{agentId}/eval-rubrics",
  area,
  summary: "The rubrics of a revision, by default of the live one",
  access: read,
  reads: ["evaluation"],
  params: agent,
  query: z.strictObject({ build_id: uuid.optional() }),
  reply: set,
});

export const createEvalRubric = endpoint({
  name: "createEvalRubric",
  method: "POST",
  path: "/v2/agents/{agentId}/eval-rubrics",
  area,
  summary: `Add a rubric to a revision (at most ${maxRubrics}); to the live one when \`build_id\` is absent`,
  access: change,
  may: mayChangeAgent,
  records: "agent.rubrics_changed",
  changes: ["evaluation", "suggestion"],
  params: agent,
  body: z.strictObject({ title: rubricTitle, description: rubricDescription, build_id: uuid.optional() }),
  reply: one,
  status: 201,
  errors: ["too_many_rubrics"],
  creates: "replayed",
});

export const replaceEvalRubrics = endpoint({
  name: "replaceEvalRubrics",
  method: "PUT",
  path: "/v2/agents/{agentId}/eval-rubrics",
  area,
  summary: "Replace all rubrics of a revision; an empty list ends its evaluation",
  access: change,
  may: mayChangeAgent,
  records: "agent.rubrics_changed",
  changes: ["evaluation", "suggestion"],
  params: agent,
  body: z.strictObject({
    rubrics: z.array(record("NewEvalRubric", { title: rubricTitle, description: rubricDescription })).max(maxRubrics),
    build_id: uuid.optional(),
  }),
  reply: set,
});

export const updateEvalRubric = endpoint({
  name: "updateEvalRubric",
  method: "PATCH",
  path: "/v2/agents/{agentId}/eval-rubrics/{rubricId}",
  area,
  summary: "Replace a rubric's wording; results stay with the old one",
  access: change,
  may: mayChangeAgent,
  records: "agent.rubrics_changed",
  changes: ["evaluation", "suggestion"],
  params: agentAndRubric,
  body: z.strictObject({ title: rubricTitle.optional(), description: rubricDescription.optional() }),
  reply: one,
});

export const deleteEvalRubric = endpoint({
  name: "deleteEvalRubric",
  method: "DELETE",
  path: "/v2/agents/{agentId}/eval-rubrics/{rubricId}",
  area,
  summary: "Remove a rubric; earlier results stay",
  access: change,
  may: mayChangeAgent,
  records: "agent.rubrics_changed",
  changes: ["evaluation", "suggestion"],
  params: agentAndRubric,
  reply: Success,
});
