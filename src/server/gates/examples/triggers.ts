import { randomUUID } from "node:crypto";
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

const webhookBody = {
  integration_slug: "webhook" as const,
  trigger_type: "webhook_received" as const,
  integration_instance_id: randomUUID(),
  filter_config: { event_type: "invoice.paid", conditions: [{ path: "data.amount", is: "contains" as const, value: "100" }] },
};

const filesBody = {
  integration_slug: "team-files" as const,
  trigger_type: "file_added" as const,
  filter_config: { path_contains: "inbox/", media_type_contains: "csv", larger_than: 10, smaller_than: 1_000_000 },
};

const resourcesBody = {
  integration_slug: "mcp-resources" as const,
  trigger_type: "resource_changed" as const,
  integration_instance_id: randomUUID(),
  filter_config: { uri_contains: "prices/", title_contains: "Price list", media_type_contains: "csv" },
};
const mailBody = {
  integration_slug: "imap" as const,
  trigger_type: "mail_received" as const,
  integration_instance_id: randomUUID(),
  filter_config: {
    folder: "Orders",
    from_contains: "shop.example",
    to_contains: "office",
    subject_contains: "Invoice",
    has_attachment: true,
    text_contains: "to pay",
  },
};
export const otherBodies = [webhookBody, filesBody, resourcesBody, mailBody];

/** One that an event came to, which its filter did not let through. */
async function filtered(stage: Stage) {
  const params = await triggerOf(stage);
  const { service, teamId } = stage;
  const { rows } = await service.pool.query<{ event_id: string }>(
    `with made as (
       insert into trigger_events (id, team_id, source_id, type, dedupe_key, facts, occurred_at, matched_at)
       values (gen_random_uuid(), $1, $1, 'case_created', $2::text, jsonb_build_object('title', 'Letter', 'priority', 'high'), now(), now()) returning id)
     insert into trigger_matches (event_id, trigger_id, outcome, failing_field, unmatched, hops, occurred_at)
     select id, $2::uuid, 'filtered', 'title_contains',
       '[{"field": "title_contains", "is": "contains", "wanted": "Invoice", "found": "Letter"}]', 1, now() from made returning event_id`,
    [teamId, params.trigger_id],
  );
  return { ...params, event_id: rows[0]?.event_id ?? "" };
}

export const triggersExamples: Examples<"eventTriggers"> = {
  eventTriggers: {
    listAgentTriggers: { input: async (stage) => ({ params: { agentId: (await triggerOf(stage)).agentId } }) },
    upsertAgentTrigger: {
      input: async (stage) => ({ ...(await ofAgent(stage)), body: { ...triggerBody, filter_config: await filter_config(stage) } }),
      also: (_stage, { params }) => otherBodies.map((body) => ({ params, body: { ...body, enabled: true } })),
      compared: ["body.trigger_type", "body.integration_instance_id"],
    },
    listAgentTriggerTypes: { input: ofAgent },
    tryTriggerFilter: {
      input: async (stage) => {
        const { enabled: _, ...body } = triggerBody;
        return { ...(await ofAgent(stage)), body: { ...body, filter_config: await filter_config(stage) } };
      },
      also: (_stage, { params }) => otherBodies.map((body) => ({ params, body })),
      compared: ["body.trigger_type", "body.integration_instance_id"],
    },
    listTriggerMatches: {
      input: async (stage) => {
        const { event_id: _, ...params } = await filtered(stage);
        return { params, query: { ...page, outcome: "filtered" as const } };
      },
      owned: "forbidden",
    },
    replayTriggerEvent: {
      input: async (stage) => ({ params: await filtered(stage) }),
      owned: "forbidden",
    },
  },
};
