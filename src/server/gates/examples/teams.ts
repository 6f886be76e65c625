import { randomUUID } from "node:crypto";
import { createApiKey } from "#contract/teams/api-keys.ts";
import type { Stage } from "#server/gates/stage/stage.ts";
import { memberOf } from "#server/gates/stage/members.ts";
import { listViewOf, organizationOf } from "#server/gates/stage/teams.ts";
import { page, type Examples, team } from "./example.ts";

const ofRuns = (stage: Stage) => ({ params: { teamId: stage.teamId, list: "runs" as const } });

const passwordOf = (stage: Stage) => stage.self?.password ?? "correct horse battery";

const ofOrganization = async (stage: Stage) => ({ params: { orgId: await organizationOf(stage) } });

const oneMember = async (stage: Stage) => ({ params: { teamId: stage.teamId, memberId: (await memberOf(stage)).id } });

const oneOfOrganization = async (stage: Stage) => ({
  params: { orgId: await organizationOf(stage), memberId: (await memberOf(stage, null)).id },
});

type Names =
  | "apiKeys"
  | "capabilities"
  | "listColumns"
  | "listViews"
  | "members"
  | "organizationMembers"
  | "profile"
  | "retention"
  | "session";

export const teamsExamples: Examples<Names> = {
  apiKeys: {
    listApiKeys: { input: () => ({}) },
    createApiKey: { input: (stage) => ({ body: { name: "Example key", team_id: stage.teamId } }) },
    revokeApiKey: {
      input: async (stage) => ({
        params: {
          id: (await stage.service.ok(createApiKey, { body: { name: "Example key", team_id: stage.teamId } }, { as: stage.as })).api_key.id,
        },
        query: { descendants: "true" as const },
      }),
    },
    listTeamApiKeys: { input: team },
    createTeamApiKey: { input: (stage) => ({ ...team(stage), body: { name: "Example key" } }) },
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
  members: {
    listTeamMembers: { input: (stage) => ({ ...team(stage), query: { ...page, search: "member" } }) },
    updateTeamMember: { input: async (stage) => ({ ...(await oneMember(stage)), body: { role: "team:clarity-member" as const } }) },
    removeTeamMember: { input: oneMember },
    previewMemberRemoval: { input: oneMember },
  },
  organizationMembers: {
    listOrganizationMembers: { input: async (stage) => ({ ...(await ofOrganization(stage)), query: { ...page, search: "member" } }) },
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
};
