import { randomUUID } from "node:crypto";
import { pinRevisionIntegrationConnection } from "#contract/connections/slot-pins.ts";
import { attachRevisionIntegrations } from "#contract/agents/slots.ts";
import { createConnection, deleteConnection, previewConnectionDeletion } from "#contract/connections/connections.ts";
import { createCustomIntegration, deleteCustomIntegration, previewCustomIntegrationDeletion } from "#contract/connections/integrations.ts";
import { createSchedule } from "#contract/schedules/schedules.ts";
import { upsertAgentTrigger } from "#contract/schedules/event-triggers.ts";
import { agentOf } from "#server/gates/stage/agents.ts";
import { previewGivingUpConnectionGrant, giveUpConnectionGrant } from "#contract/connections/granted-connections.ts";
import { previewConnectionGrantRevocation, revokeConnectionGrant } from "#contract/connections/grants.ts";
import { builtInIntegrations, customType } from "#server/connections/integrations/catalogue.ts";
import { grantedTeamOf, lentConnectionOf } from "#server/gates/stage/teams.ts";
import type { Stage } from "#server/gates/stage/stage.ts";
import { type Subject, used, usedShows } from "./subject.ts";

const unspoken = {
  oauth_flows: "A consent that nobody has given yet is asked for again.",
  source_cursors: "What was found there is known only as long as a trigger listens.",
  artifact_connections: "A dashboard keeps its page; what it read of the connection is no longer refreshed.",
  artifact_reads: "A dashboard keeps what it read, with the time; it is no longer refreshed.",
  clarity_exports: "An export under way ends and says why; a model that was made stays.",
  connection_tools: "What its server listed is listed again by the next connection to it.",
};

/** A kind of integration of the team, with a connection to it that revisions have pinned. */
async function pinned(stage: Stage) {
  const { service, teamId } = stage;
  const integration = {
    name: `Ledger ${randomUUID()}`,
    auth_method: "url",
    server_url: `https://${randomUUID()}.example.com/mcp`,
  } as const;
  const { id } = await service.ok(createCustomIntegration, { params: { teamId }, body: integration });
  const connection = { name: "Ledger", provider: "user", auth_method: "url", custom_integration_id: id, shared: true } as const;
  const { id: connection_id } = await service.ok(createConnection, { params: { teamId }, body: connection });
  await listenedTo(stage, connection_id);
  await used(stage, async ({ agentId: agent_id, buildId: build_id }) => {
    await service.ok(attachRevisionIntegrations, { params: { agent_id, build_id }, body: { integration_ids: [id] } });
    await service.ok(pinRevisionIntegrationConnection, { params: { agent_id, build_id, integration_id: id }, body: { connection_id } });
  });
  return { custom_integration_id: id, connection_id };
}

async function listenedTo(stage: Stage, connection_id: string): Promise<void> {
  const { id: agentId } = await agentOf(stage);
  const trigger = { integration_slug: "mcp-resources", trigger_type: "resource_added", integration_instance_id: connection_id } as const;
  await stage.service.ok(upsertAgentTrigger, { params: { agentId }, body: trigger });
}

/** A connection of another team that revisions of the stage's team have pinned, and a trigger listens to. */
async function lent(stage: Stage): Promise<string> {
  const { service } = stage;
  const connection_id = await lentConnectionOf(stage);
  await listenedTo(stage, connection_id);
  const { id } = builtInIntegrations.find(({ type }) => type === customType) ?? { id: "" };
  const started: string[] = [];
  await used(stage, async ({ agentId: agent_id, buildId: build_id }) => {
    started.push(agent_id);
    await service.ok(attachRevisionIntegrations, { params: { agent_id, build_id }, body: { integration_ids: [id] } });
    await service.ok(pinRevisionIntegrationConnection, { params: { agent_id, build_id, integration_id: id }, body: { connection_id } });
  });
  const timing = { enabled: true, frequency: "custom", cron: "0 0 29 2 *", timezone: "UTC" } as const;
  await service.ok(createSchedule, { params: { agent_id: started[0] ?? "" }, body: timing });
  return connection_id;
}

const told = {
  notifications: "Owners are told of what is paused.",
  notification_batches: "Owners are told of what is paused.",
};

export const connectionSubjects: Readonly<Record<string, Subject>> = {
  deleteConnection: {
    table: "connections",
    make: async (stage) => {
      const { connection_id } = await pinned(stage);
      await grantedTeamOf(stage, connection_id);
      const params = { connection_id };
      return {
        preview: () => stage.service.ok(previewConnectionDeletion, { params }),
        remove: () => stage.service.ok(deleteConnection, { params }),
      };
    },
    shows: { ...usedShows, eventTriggers: 1, granted: 1 },
    unspoken,
  },
  revokeConnectionGrant: {
    table: "connection_grants",
    make: async (stage) => {
      const params = { connection_id: await lent(stage), team_id: stage.teamId };
      return {
        preview: () => stage.service.ok(previewConnectionGrantRevocation, { params }),
        remove: () => stage.service.ok(revokeConnectionGrant, { params }),
      };
    },
    shows: { ...usedShows, pausedTriggers: 1, pausedSchedules: 1 },
    unspoken: { ...unspoken, ...told },
  },
  giveUpConnectionGrant: {
    table: "connection_grants",
    make: async (stage) => {
      const params = { connection_id: await lent(stage), teamId: stage.teamId };
      return {
        preview: () => stage.service.ok(previewGivingUpConnectionGrant, { params }),
        remove: () => stage.service.ok(giveUpConnectionGrant, { params }),
      };
    },
    shows: { ...usedShows, pausedTriggers: 1, pausedSchedules: 1 },
    unspoken: { ...unspoken, ...told },
  },
  deleteCustomIntegration: {
    table: "custom_integrations",
    make: async (stage) => {
      const { custom_integration_id } = await pinned(stage);
      const params = { custom_integration_id };
      return {
        preview: () => stage.service.ok(previewCustomIntegrationDeletion, { params }),
        remove: () => stage.service.ok(deleteCustomIntegration, { params }),
      };
    },
    shows: { ...usedShows, connections: 1, eventTriggers: 1 },
    unspoken,
  },
};
