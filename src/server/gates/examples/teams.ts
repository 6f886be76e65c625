import { createApiKey } from "#contract/teams/api-keys.ts";
import type { Stage } from "#server/gates/stage/stage.ts";
import { memberOf } from "#server/gates/stage/members.ts";
import { organizationOf } from "#server/gates/stage/teams.ts";
import { type Examples, page, team } from "./example.ts";

const keyOf = async ({ service, teamId, as }: Stage) =>
  (await service.ok(createApiKey, { body: { name: "Example key", team_id: teamId } }, { as })).api_key.id;

const thisMonth = () => ({ startDate: new Date(Date.now() - 30 * 86_400_000).toISOString(), endDate: new Date().toISOString() });

export const ofOrganization = async (stage: Stage) => ({ params: { orgId: await organizationOf(stage) } });

const oneMember = async (stage: Stage) => ({ params: { teamId: stage.teamId, memberId: (await memberOf(stage)).id } });

const oneOfOrganization = async (stage: Stage) => ({
  params: { orgId: await organizationOf(stage), memberId: (await memberOf(stage, null)).id },
});

export const teamsExamples: Examples<
  "aiClients" | "apiKeys" | "capabilities" | "insights" | "members" | "organizationMembers" | "organizationTeams" | "profile" | "retention"
> = {
  aiClients: { listMcpAreas: { input: () => ({}) } },
  apiKeys: {
    listApiKeys: { input: () => ({}) },
    createApiKey: { input: (stage) => ({ body: { name: "Example key", team_id: stage.teamId, reads_only: true, expires_in_days: 90 } }) },
    rotateApiKey: {
      input: async (stage) => ({ params: { id: await keyOf(stage) }, body: { overlap_hours: 24 } }),
    },
    revokeApiKey: {
      input: async (stage) => ({
        params: { id: await keyOf(stage) },
        query: { descendants: "true" as const },
      }),
    },
    listTeamApiKeys: { input: team },
    createTeamApiKey: {
      input: (stage) => ({ ...team(stage), body: { name: "Example key", reads_only: true, expires_in_days: 365 } }),
    },
  },
  capabilities: { getCapabilities: { input: () => ({}) } },
  insights: {
    getOrgInsightsHeadline: { input: async (stage) => ({ ...(await ofOrganization(stage)), query: thisMonth() }) },
    getOrgInsightsMetrics: {
      input: async (stage) => ({
        ...(await ofOrganization(stage)),
        query: { ...thisMonth(), granularity: "week" as const, timezone: "Asia/Kathmandu" },
      }),
    },
    exportOrgInsights: {
      input: async (stage) => ({
        ...(await ofOrganization(stage)),
        body: {
          ...thisMonth(),
          search: "team",
          sort: "team_name" as const,
          order: "asc" as const,
          format: "csv" as const,
          columns: ["team", "runs"],
        },
      }),
      also: (_stage, { params }) => [{ params, body: { format: "json" as const } }],
    },
    getOrgInsightsUsageChart: {
      input: async (stage) => ({
        ...(await ofOrganization(stage)),
        query: { ...thisMonth(), granularity: "week" as const, timezone: "Asia/Kathmandu" },
      }),
    },
  },
  members: {
    listTeamMembers: {
      input: (stage) => ({
        ...team(stage),
        query: { ...page, search: "member", role: "team:member" as const, sort: "role" as const, order: "desc" as const },
      }),
    },
    exportTeamMembers: {
      input: (stage) => ({
        ...team(stage),
        body: {
          search: "member",
          role: "team:member" as const,
          sort: "role" as const,
          order: "desc" as const,
          format: "csv" as const,
          columns: ["name", "role"],
        },
      }),
      also: (_stage, { params }) => [{ params, body: { format: "json" as const } }],
    },
    updateTeamMember: { input: async (stage) => ({ ...(await oneMember(stage)), body: { role: "team:clarity-member" as const } }) },
    removeTeamMember: { input: oneMember },
    previewMemberRemoval: { input: oneMember },
  },
  organizationTeams: {
    listOrgTeams: {
      input: async (stage) => ({ ...(await ofOrganization(stage)), query: { ...page, search: "team", sort: "name" as const } }),
    },
    updateOrganizationDiscovery: {
      input: async (stage) => ({ ...(await ofOrganization(stage)), body: { discoveryMode: "auto" as const } }),
      also: (_stage, { params }) => [{ params, body: { discoveryMode: "request" as const } }],
    },
    createOrgTeam: { input: async (stage) => ({ ...(await ofOrganization(stage)), body: { name: "Further team" } }) },
  },
  organizationMembers: {
    listOrganizationMembers: {
      input: async (stage) => ({
        ...(await ofOrganization(stage)),
        query: { ...page, search: "member", role: "organization:member" as const, sort: "name" as const, order: "asc" as const },
      }),
    },
    exportOrganizationMembers: {
      input: async (stage) => ({
        ...(await ofOrganization(stage)),
        body: {
          search: "member",
          role: "organization:member" as const,
          sort: "teams" as const,
          order: "desc" as const,
          format: "csv" as const,
          columns: ["name", "role"],
        },
      }),
      also: (_stage, { params }) => [{ params, body: { format: "json" as const } }],
    },
    updateOrganizationMember: {
      input: async (stage) => ({ ...(await oneOfOrganization(stage)), body: { role: "organization:member" as const } }),
    },
    removeOrganizationMember: { input: oneOfOrganization },
    previewOrganizationMemberRemoval: { input: oneOfOrganization },
  },
  profile: {
    getProfile: { input: () => ({}) },
    updateProfile: { input: () => ({ body: { name: "Other name" } }) },
    listMyTeams: { input: () => ({}) },
    getTeam: { input: team },
    listMyOrganizations: { input: () => ({}) },
  },
  retention: {
    getRetention: { input: ofOrganization },
    updateRetention: {
      input: async (stage) => ({
        ...(await ofOrganization(stage)),
        body: { runs: 3650, sandboxes: 3650, verdicts: 3650, case_events: 3650, audit_entries: 3650 },
      }),
    },
    previewRetention: {
      input: async (stage) => ({
        ...(await ofOrganization(stage)),
        query: { runs: 90, sandboxes: 30, verdicts: 90, case_events: 365, audit_entries: 365 },
      }),
    },
  },
};
