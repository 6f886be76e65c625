import { createSecret } from "#contract/connections/secrets.ts";
import { upsertAgentTrigger } from "#contract/schedules/event-triggers.ts";
import { createSchedule } from "#contract/schedules/schedules.ts";
import { createApiKey } from "#contract/teams/api-keys.ts";
import { previewMemberRemoval, removeTeamMember } from "#contract/teams/members.ts";
import { previewOrganizationMemberRemoval, removeOrganizationMember } from "#contract/teams/organization-members.ts";
import { agentOf } from "#server/gates/stage/agents.ts";
import { memberOf } from "#server/gates/stage/members.ts";
import type { Stage } from "#server/gates/stage/stage.ts";
import { organizationOf } from "#server/gates/stage/teams.ts";
import { triggerBody } from "#server/gates/stage/triggers.ts";
import type { Subject } from "./subject.ts";

/** Somebody with one of everything that stops when they leave. */
async function busyMember(stage: Stage): Promise<string> {
  const { service, teamId } = stage;
  const { id, key } = await memberOf(stage);
  const as = { as: { key } };
  const { id: agent_id } = await agentOf(stage);
  const timing = { frequency: "custom", cron: "0 0 29 2 *", timezone: "UTC" } as const;
  await service.ok(createApiKey, { body: { name: "Theirs", team_id: teamId } }, as);
  await service.ok(createSchedule, { params: { agent_id }, body: { enabled: true, ...timing } }, as);
  await service.ok(upsertAgentTrigger, { params: { agentId: agent_id }, body: triggerBody }, as);
  await service.ok(createSecret, { params: { teamId }, body: { name: "Theirs", values: { API_KEY: "one two three" } } }, as);
  return id;
}

const shows = { keys: 1, ownSchedules: 1, ownTriggers: 1, ownCredentials: 1 } as const;

export const memberSubjects: Readonly<Record<string, Subject>> = {
  removeTeamMember: {
    table: "team_members",
    make: async (stage) => {
      const params = { teamId: stage.teamId, memberId: await busyMember(stage) };
      return {
        preview: () => stage.service.ok(previewMemberRemoval, { params }),
        remove: () => stage.service.ok(removeTeamMember, { params }),
      };
    },
    shows,
  },
  removeOrganizationMember: {
    table: "organization_members",
    make: async (stage) => {
      const params = { orgId: await organizationOf(stage), memberId: await busyMember(stage) };
      const as = { as: "director" } as const;
      return {
        preview: () => stage.service.ok(previewOrganizationMemberRemoval, { params }, as),
        remove: () => stage.service.ok(removeOrganizationMember, { params }, as),
      };
    },
    shows,
    unspoken: { team_members: "Who leaves an organization leaves its teams: the question itself says so." },
  },
};
