import { maxRubrics } from "#contract/agents/eval-rubrics.ts";
import type * as contract from "#contract/agents/eval-rubrics.ts";
import type { Context, Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { lockAgent } from "#server/agents/agents/agents.store.ts";
import {
  activeRubrics,
  findBuild,
  findRubric,
  insertRubric,
  type RubricRecord,
  retireRubric,
  retireRubrics,
  toRubric,
} from "./eval-rubrics.store.ts";
import { requireChange } from "#server/agents/agents/rights.ts";

export const evalRubricHandlers: Handlers<typeof contract> = {
  async getEvalRubrics({ params, query }, { db }) {
    const build = await findBuild(db, params.agentId, query.build_id);
    if (!build && query.build_id) throw refuse("not_found", "This agent does not have this revision.");
    return asSet(build ? await activeRubrics(db, build) : []);
  },

  async createEvalRubric({ params, body: { build_id, ...words } }, context) {
    const build = await buildToChange(context, params.agentId, build_id);
    if ((await activeRubrics(context.db, build)).length >= maxRubrics) throw refuse("too_many_rubrics");
    const rubric = await insertRubric(context.db, build, words, context.caller.userId);
    return { rubric: toRubric(rubric) };
  },

  async replaceEvalRubrics({ params, body }, context) {
    const { db, caller } = context;
    const build = await buildToChange(context, params.agentId, body.build_id);
    await retireRubrics(db, build);
    for (const [place, words] of body.rubrics.entries()) await insertRubric(db, build, words, caller.userId, place);
    return asSet(await activeRubrics(db, build));
  },

  async updateEvalRubric({ params, body }, context) {
    const { db, caller } = context;
    const old = await rubricToChange(context, params);
    const { title = old.title, description = old.description } = body;
    if (title === old.title && description === old.description) return { rubric: toRubric(old) };
    await retireRubric(db, old.id);
    const rubric = await insertRubric(db, old.build_id, { title, description }, caller.userId, old.sort_order);
    return { rubric: toRubric(rubric) };
  },

  async deleteEvalRubric({ params }, context) {
    await retireRubric(context.db, (await rubricToChange(context, params)).id);
    return { success: true };
  },
};

function asSet(rubrics: readonly RubricRecord[]) {
  return { rubrics: rubrics.map(toRubric), platform_rubrics: [] };
}

/** The agent's lock makes changes of its rubrics wait for each other: of two that would be the sixth one is refused. */
async function buildToChange(context: Context, agentId: string, buildId: string | undefined): Promise<string> {
  requireChange(context, await lockAgent(context.db, agentId));
  const build = await findBuild(context.db, agentId, buildId);
  if (!build)
    throw refuse("not_found", buildId ? "This agent does not have this revision." : "No revision of this agent is live. Name one.");
  return build;
}

async function rubricToChange(context: Context, { agentId, rubricId }: { agentId: string; rubricId: string }): Promise<RubricRecord> {
  requireChange(context, await lockAgent(context.db, agentId));
  const rubric = await findRubric(context.db, agentId, rubricId);
  if (!rubric) throw refuse("not_found", "This rubric does not exist, or it was replaced.");
  return rubric;
}
