import { randomUUID } from "node:crypto";
import { createApiKey } from "#contract/teams/api-keys.ts";
import type { Stage } from "#server/gates/stage/stage.ts";
import { address, askerOf, inviteOf, openTeamOf, organizationInviteOf, tokenOf, withLink } from "#server/gates/stage/invites.ts";
import { memberOf } from "#server/gates/stage/members.ts";
import { listViewOf, organizationOf } from "#server/gates/stage/teams.ts";
import { page, type Examples, team } from "./example.ts";

const keyOf = async ({ service, teamId, as }: Stage) =>
  (await service.ok(createApiKey, { body: { name: "Example key", team_id: teamId } }, { as })).api_key.id;

const thisMonth = () => ({ startDate: new Date(Date.now() - 30 * 86_400_000).toISOString(), endDate: new Date().toISOString() });

const ofRuns = (stage: Stage) => ({ params: { teamId: stage.teamId, list: "runs" as const } });

const passwordOf = (stage: Stage) => stage.self?.password ?? "correct horse battery";

const ofOrganization = async (stage: Stage) => ({ params: { orgId: await organizationOf(stage) } });

const oneMember = async (stage: Stage) => ({ params: { teamId: stage.teamId, memberId: (await memberOf(stage)).id } });

const oneOfOrganization = async (stage: Stage) => ({
  params: { orgId: await organizationOf(stage), memberId: (await memberOf(stage, null)).id },
});

/** The code of a program that asks. */
async function codeOf({ service }: Stage): Promise<string> {
  const [user_code, device_hash] = [randomUUID(), randomUUID()].map((id) =>
    id
      .replaceAll(/[^a-f]/g, "")
      .toUpperCase()
      .padEnd(16, "X")
      .slice(0, 16),
  );
  await service.pool.query(
    `insert into device_logins (id, device_hash, user_code, program, address, reads_only, expires_at, interval_seconds)
      values (gen_random_uuid(), $1, $2, 'caseload', '127.0.0.1', false, now() + interval '10 minutes', 5)`,
    [`${device_hash}${randomUUID()}`, user_code],
  );
  return user_code ?? "";
}

const noProvider = { code: "no_provider", because: "The examples have no provider beside the service." } as const;
const notStarted = { code: "sign_in_over", because: "No browser has started this sign-in." } as const;
const broughtBack = { state: "a-state-that-nobody-has-started", code: "a-code-of-the-provider", iss: "https://sign-in.example.com" };

type Names =
  | "aiClients"
  | "apiKeys"
  | "authorizations"
  | "capabilities"
  | "deviceLogins"
  | "listColumns"
  | "listViews"
  | "insights"
  | "inviteLinks"
  | "invites"
  | "joinRequests"
  | "joining"
  | "members"
  | "organizationMembers"
  | "organizationTeams"
  | "passwordResets"
  | "profile"
  | "retention"
  | "session"
  | "singleSignOn";

export const teamsExamples: Examples<Names> = {
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
  authorizations: {
    getAuthorization: {
      input: () => ({ params: { id: "example" } }),
      ends: { code: "authorization_over", because: "Only a browser that an AI client opened has one that is good." },
    },
    decideAuthorization: {
      input: (stage) => ({ params: { id: "example" }, body: { allow: true, team_id: stage.teamId, reads_only: true } }),
      ends: { code: "authorization_over", because: "Only a browser that an AI client opened has one that is good." },
    },
  },
  capabilities: { getCapabilities: { input: () => ({}) } },
  listColumns: {
    getListColumns: { input: (stage) => ({ params: { teamId: stage.teamId, list: "runs" as const } }) },
    setListColumns: { input: (stage) => ({ params: { teamId: stage.teamId, list: "runs" as const }, body: { hidden: ["source"] } }) },
  },
  listViews: {
    listListViews: { input: (stage) => ({ ...ofRuns(stage), query: page }) },
    createListView: {
      input: (stage) => ({
        ...ofRuns(stage),
        body: { name: `Failed ${randomUUID()}`, scope: "personal" as const, search: "status=failed" },
      }),
    },
    updateListView: {
      input: async (stage) => ({ params: await listViewOf(stage), body: { name: `Failed ${randomUUID()}`, search: "since=24h" } }),
    },
    deleteListView: { input: async (stage) => ({ params: await listViewOf(stage) }) },
  },
  insights: {
    getOrgInsightsHeadline: { input: async (stage) => ({ ...(await ofOrganization(stage)), query: thisMonth() }) },
    getOrgInsightsMetrics: { input: async (stage) => ({ ...(await ofOrganization(stage)), query: thisMonth() }) },
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
  inviteLinks: {
    getTeamInviteLink: { input: async (stage) => (await withLink(stage), team(stage)) },
    createTeamInviteLink: {
      input: (stage) => ({ ...team(stage), body: { frontendUrl: "https://example.com", max_uses: 20, expires_in_days: 7 } }),
    },
    deleteTeamInviteLink: { input: async (stage) => (await withLink(stage), team(stage)) },
  },
  invites: {
    listTeamInvites: { input: async (stage) => (await inviteOf(stage), team(stage)) },
    createTeamInvite: { input: (stage) => ({ ...team(stage), body: { email: address(), role: "team:clarity-member" as const } }) },
    sendTeamInviteEmail: { input: async (stage) => ({ ...(await inviteOf(stage)), body: { frontendUrl: "https://example.com" } }) },
    updateTeamInvite: { input: async (stage) => ({ ...(await inviteOf(stage)), body: { role: "team:member" as const } }) },
    deleteTeamInvite: { input: inviteOf },
    inviteOrgMember: {
      input: async (stage) => ({
        ...(await ofOrganization(stage)),
        body: { email: address(), role: "organization:member" as const, frontendUrl: "https://example.com", teamId: stage.teamId },
      }),
    },
    listOrganizationInvites: { input: async (stage) => (await organizationInviteOf(stage), ofOrganization(stage)) },
    deleteOrganizationInvite: { input: organizationInviteOf },
  },
  joinRequests: {
    requestToJoin: { input: async (stage) => ({ params: { teamId: await openTeamOf(stage) } }) },
    listJoinRequests: { input: async (stage) => (await askerOf(stage), team(stage)) },
    approveJoinRequest: { input: async (stage) => ({ ...(await askerOf(stage)), body: { role: "team:member" as const } }) },
    declineJoinRequest: { input: askerOf },
  },
  joining: {
    lookAtInvite: { input: async (stage) => ({ body: { token: await tokenOf(stage) } }) },
    acceptInvite: { input: async (stage) => ({ body: { token: await tokenOf(stage) } }) },
    registerByInvite: {
      input: async (stage) => ({
        body: { token: await tokenOf(stage), name: "New member", email: address(), password: "correct horse battery" },
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
  passwordResets: {
    requestPasswordReset: {
      input: () => ({ body: { email: "nobody@example.com" } }),
      ends: { code: "no_mail", because: "This installation has no mail server." },
    },
    resetPassword: {
      input: () => ({
        body: { token: "rAaII-nmYfpGEm0qtZ0wZIp6kXx_-nXqPkBDBHBmdu5gf3l70CiO-ZZa_GlClbc0a", password: "staple correct horse" },
      }),
      ends: { code: "reset_over", because: "The link comes by mail alone." },
    },
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
        body: { runs: 3650, sandboxes: 3650, verdicts: 3650, case_events: 3650 },
      }),
    },
    previewRetention: {
      input: async (stage) => ({ ...(await ofOrganization(stage)), query: { runs: 90, sandboxes: 30, verdicts: 90, case_events: 365 } }),
    },
  },
  session: {
    getSession: { input: () => ({}) },
    signIn: {
      input: () => ({ body: { email: "nobody@example.com", password: "correct horse battery" } }),
      ends: { code: "wrong_credentials", because: "A success would end in a cookie; the sessions of the other examples come from it." },
    },
    verifySecondFactor: {
      input: () => ({ body: { code: "123456" } }),
      ends: { code: "wrong_code", because: "No sign-in waits for a code." },
    },
    signOut: { input: () => ({}) },
    signOutEverywhere: { input: () => ({ query: { revoke_api_keys: "false" as const } }) },
    changePassword: {
      input: (stage) => ({
        body: { current_password: passwordOf(stage), new_password: "staple correct horse", revoke_api_keys: false },
      }),
    },
    startSecondFactor: { input: (stage) => ({ body: { password: passwordOf(stage) } }) },
    confirmSecondFactor: { input: () => ({ body: { code: "123456" } }), ends: { code: "no_second_factor", because: "None was begun." } },
    removeSecondFactor: {
      input: (stage) => ({ body: { password: passwordOf(stage) } }),
      ends: { code: "no_second_factor", because: "None is active." },
    },
    getSetup: { input: () => ({}) },
    completeSetup: {
      input: () => ({
        body: {
          organization_name: "Example",
          team_name: "Example",
          owner_name: "Example",
          email: "first@example.com",
          password: "correct horse battery",
          sample_workspace: false,
          code: "00000-00000",
        },
      }),
      ends: { code: "already_set_up", because: "The installation has people." },
    },
  },
  deviceLogins: {
    startDeviceLogin: { input: () => ({ body: { program: "caseload", machine: "laptop", reads_only: true } }) },
    finishDeviceLogin: {
      input: () => ({ body: { device_code: "a-code-that-no-program-has-got" } }),
      ends: { code: "expired_token", because: "A key is for a program that a person has let in." },
    },
    lookAtDeviceLogin: { input: async (stage) => ({ body: { user_code: await codeOf(stage) } }) },
    decideDeviceLogin: {
      input: async (stage) => ({ body: { user_code: await codeOf(stage), allow: true, team_id: stage.teamId, reads_only: true } }),
    },
  },
  singleSignOn: {
    startProviderSignIn: { input: () => ({}), ends: noProvider },
    finishProviderSignIn: { input: () => ({ body: { ...broughtBack, invite: "the-token-of-an-invite" } }), ends: notStarted },
    getProviderLink: { input: () => ({}) },
    startProviderLink: { input: (stage) => ({ body: { password: passwordOf(stage) } }), ends: noProvider },
    finishProviderLink: { input: () => ({ body: broughtBack }), ends: notStarted },
    removeProviderLink: { input: (stage) => ({ body: { password: passwordOf(stage) } }) },
  },
};
