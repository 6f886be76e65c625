import type * as contract from "#contract/agents/suggestions.ts";
import type { PartsContext } from "#server/engine/revision-part.ts";
import type { Context, Handlers } from "#server/platform/http/context.ts";
import { invalid, refuse } from "#server/platform/http/refusal.ts";
import { withInstructions } from "#server/agents/generation/add-instructions.ts";
import { type AgentRecord, findAgentRecord, lockAgent, patchAgent } from "#server/agents/agents/agents.store.ts";
import { branchDraft } from "#server/agents/automations/branch-draft.ts";
import { changeRevision } from "#server/agents/generation/change-revision.ts";
import { hasOpenBuilderRun } from "#server/agents/generation/builder-runs.store.ts";
import { currentRevision, findTeamRevision, newestDraft } from "#server/agents/revisions/revisions.store.ts";
import { requireChange } from "#server/agents/agents/rights.ts";
import { clearStale, findSuggestion, listSuggestions, resolveSuggestion } from "./suggestions.store.ts";

export const suggestionHandlers: Handlers<typeof contract, PartsContext> = {
  async listAgentSuggestions({ params, query }, context) {
    const { id } = requireChange(context, await findAgentRecord(context.db, params.agent_id));
    await clearStale(context.db, id);
    return listSuggestions(context.db, id, query);
  },

  async consumeAgentSuggestion({ params, body }, context) {
    const { db, caller } = context;
    const agent = await lockAgentAbout(context, params.id);
    const data = await resolveSuggestion(db, params.id, "consumed", caller.userId);
    if (!data) throw refuse("suggestion_resolved");
    const draftId = await draftFor(context, agent, body.revision_id, data.title);
    if (await hasOpenBuilderRun(db, draftId)) throw refuse("generation_active");
    const draft = await findTeamRevision(db, agent.team_id, draftId);
    const config = draft?.config && withInstructions(draft.config, data.payload.newSop);
    if (!config) throw refuse("instructions_full");
    await changeRevision(db, draftId, { config }, caller.userId);
    await patchAgent(db, agent.id, caller.userId);
    for (const topic of ["suggestion", "evaluation", "agent"] as const) context.changed(topic, agent.id);
    return { data, applied_revision_id: draftId };
  },

  async rejectAgentSuggestion({ params }, context) {
    const agent = await lockAgentAbout(context, params.id);
    const data = await resolveSuggestion(context.db, params.id, "rejected", context.caller.userId);
    if (!data) throw refuse("suggestion_resolved");
    context.changed("suggestion", agent.id);
    return { data };
  },
};

/** The agent that a suggestion is about, held, and without suggestions that are out of date. */
async function lockAgentAbout(context: Context, suggestionId: string): Promise<AgentRecord> {
  const found = await findSuggestion(context.db, suggestionId);
  const agent = requireChange(context, found && (await lockAgent(context.db, found.agent_id)));
  await clearStale(context.db, agent.id);
  return agent;
}

/** Where a suggestion is written: into the draft that is asked for, else the newest one, else one made from the live revision. */
async function draftFor(context: PartsContext, agent: AgentRecord, revisionId: string | undefined, words: string): Promise<string> {
  const { db } = context;
  const asked = revisionId
    ? await findTeamRevision(db, agent.team_id, revisionId)
    : ((await newestDraft(db, agent.id)) ?? (await currentRevision(db, agent.id)));
  if (asked?.agent_id !== agent.id) throw invalid(["revision_id"], "This agent does not have this revision");
  if (asked.status === "historic") throw refuse("historic_revision");
  return asked.status === "live" ? branchDraft(context, agent, asked, { how: "Suggested for", words }) : asked.id;
}
