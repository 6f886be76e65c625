import { resources } from "#contract/index.ts";
import { teamEvents } from "#contract/teams/events.ts";
import { area } from "#server/engine/area.ts";
import { everyTenMinutes } from "#server/engine/work.ts";
import { apiKeyHandlers } from "./api-keys/api-keys.ts";
import { authorizationHandlers } from "./authorizations/authorizations.ts";
import { removeOverRecords } from "./authorizations/oauth-records.store.ts";
import { removeExpiredKeys } from "./api-keys/expired-keys.ts";
import { keysOfMember } from "./api-keys/keys-of-member.ts";
import { deviceLoginHandlers } from "./device-logins/device-logins.ts";
import { removeOverDeviceLogins } from "./device-logins/device-logins.store.ts";
import { listColumnHandlers } from "./lists/list-columns.ts";
import { listViewHandlers } from "./lists/list-views.ts";
import { insightHandlers } from "./insights/insights.ts";
import { inviteLinkHandlers } from "./invites/invite-links.ts";
import { inviteUrlHandlers } from "./invites/invite-urls.ts";
import { inviteHandlers } from "./invites/invites.ts";
import { joinRequestHandlers } from "./invites/join-requests.ts";
import { waitingJoinRequests } from "./invites/waiting-join-requests.ts";
import { joiningHandlers } from "./invites/joining.ts";
import { mailWork } from "./mail/mail-work.ts";
import { memberHandlers } from "./members/members.ts";
import { organizationMemberHandlers } from "./members/organization-members.ts";
import { profileHandlers } from "./profile/profile.ts";
import { organizationTeamHandlers } from "./teams/organization-teams.ts";
import { passwordResetHandlers } from "./resets/password-resets.ts";
import { retentionHandlers } from "./retention/retention.ts";
import { singleSignOnHandlers } from "./single-sign-on/single-sign-on.ts";
import { capabilityHandlers } from "./sign-in/capabilities.ts";
import { sessionHandlers } from "./sign-in/session.ts";
import { teamOwners } from "./owners.ts";
import { sampleHandlers } from "./sample/sample.ts";
import { visitHandlers } from "./visits/visits.ts";

/** People, how they sign in, teams and their keys. */
export const teams = area({
  name: "teams",
  contract: resources,
  owns: teamOwners,
  memberships: [keysOfMember],
  waits: [waitingJoinRequests],
  work: [mailWork],
  sweeps: [
    {
      name: "expired API keys",
      every: everyTenMinutes,
      start: (services, closed) => () => removeExpiredKeys(services.store.db, closed),
    },
    {
      name: "sign-ins of AI clients",
      every: everyTenMinutes,
      start: (services, closed) => () => removeOverRecords(services.store.db, closed),
    },
    {
      name: "programs that asked for a key",
      every: everyTenMinutes,
      start: (services) => () => removeOverDeviceLogins(services.store.db),
    },
  ],
  events: teamEvents,
  handlers: {
    apiKeys: apiKeyHandlers,
    authorizations: authorizationHandlers,
    capabilities: capabilityHandlers,
    deviceLogins: deviceLoginHandlers,
    listColumns: listColumnHandlers,
    listViews: listViewHandlers,
    insights: insightHandlers,
    inviteLinks: inviteLinkHandlers,
    inviteUrls: inviteUrlHandlers,
    invites: inviteHandlers,
    joinRequests: joinRequestHandlers,
    joining: joiningHandlers,
    members: memberHandlers,
    organizationMembers: organizationMemberHandlers,
    organizationTeams: organizationTeamHandlers,
    passwordResets: passwordResetHandlers,
    profile: profileHandlers,
    retention: retentionHandlers,
    sample: sampleHandlers,
    session: sessionHandlers,
    singleSignOn: singleSignOnHandlers,
    visits: visitHandlers,
  },
});
