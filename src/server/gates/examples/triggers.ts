import { agentOf } from "#server/gates/stage/agents.ts";
import { queueOf } from "#server/gates/stage/queues.ts";
import type { Stage } from "#server/gates/stage/stage.ts";
import { triggerBody, triggerOf } from "#server/gates/stage/triggers.ts";
import { type Examples, page } from "./example.ts";

const ofAgent = async (stage: Stage) => ({ params: { agentId: (await agentOf(stage)).id } });
const filter_config = async (stage: Stage) => ({
  ...triggerBody.filter_config,
  queue_id: await queueOf(stage),
  agent_id: (await agentOf(stage)).id,
});

/** One that an event came to, which its filter did not let through. */
async function filtered(stage: Stage) {
  const params = await triggerOf(stage);
  const { service, teamId } = stage;
  await service.pool.query(
    `with made as (
       insert into trigger_events (id, team_id, source_id, type, dedupe_key, facts, occurred_at, matched_at)
       values (gen_random_uuid(), $1, $1, 'case_created', $2::text, jsonb_build_object('title', 'Letter', 'priority', 'high'), now(), now()) returning id)
     insert into trigger_matches (event_id, trigger_id, outcome, failing_field, hops, occurred_at)
     select id, $2::uuid, 'filtered', 'title_contains', 1, now() from made`,
    [teamId, params.trigger_id],
  );
  return params;
}

export const triggersExamples: Examples<"eventTriggers"> = {
  eventTriggers: {
    listAgentTriggers: { input: async (stage) => ({ params: { agentId: (await triggerOf(stage)).agentId } }) },
    upsertAgentTrigger: {
      input: async (stage) => ({ ...(await ofAgent(stage)), body: { ...triggerBody, filter_config: await filter_config(stage) } }),
      compared: ["body.trigger_type"],
    },
    listAgentTriggerTypes: { input: ofAgent },
    tryTriggerFilter: {
      input: async (stage) => {
        const { enabled: _, ...body } = triggerBody;
        return { ...(await ofAgent(stage)), body: { ...body, filter_config: await filter_config(stage) } };
      },
      compared: ["body.trigger_type"],
    },
    listTriggerMatches: {
      input: async (stage) => ({ params: await filtered(stage), query: { ...page, outcome: "filtered" as const } }),
      owned: "forbidden",
    },
  },
};
