import { address, askerOf, inviteOf, openTeamOf, organizationInviteOf, tokenOf, withLink } from "#server/gates/stage/invites.ts";
import { ofOrganization } from "./teams.ts";
import { type Examples, team } from "./example.ts";

export const invitesExamples: Examples<"inviteLinks" | "inviteUrls" | "invites" | "joinRequests" | "joining"> = {
  inviteLinks: {
    getTeamInviteLink: { input: async (stage) => (await withLink(stage), team(stage)) },
    createTeamInviteLink: {
      input: (stage) => ({ ...team(stage), body: { frontendUrl: "https://example.com", max_uses: 20, expires_in_days: 7 } }),
    },
    deleteTeamInviteLink: { input: async (stage) => (await withLink(stage), team(stage)) },
  },
  inviteUrls: {
    getTeamInviteUrl: { input: inviteOf },
    getOrganizationInviteUrl: { input: organizationInviteOf },
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
      // An invite by mail has it already.
      compared: ["body.email"],
    },
  },
};
