import { resources } from "#contract/index.ts";
import { area } from "#server/engine/area.ts";
import { apiKeyHandlers } from "./api-keys/api-keys.ts";
import { keysOfMember } from "./api-keys/keys-of-member.ts";
import { listColumnHandlers } from "./lists/list-columns.ts";
import { listViewHandlers } from "./lists/list-views.ts";
import { memberHandlers } from "./members/members.ts";
import { organizationMemberHandlers } from "./members/organization-members.ts";
import { profileHandlers } from "./profile/profile.ts";
import { retentionHandlers } from "./retention/retention.ts";
import { capabilityHandlers } from "./sign-in/capabilities.ts";
import { sessionHandlers } from "./sign-in/session.ts";
import { teamOwners } from "./owners.ts";

/** People, how they sign in, teams and their keys. */
export const teams = area({
  name: "teams",
  contract: resources,
  owns: teamOwners,
  memberships: [keysOfMember],
  handlers: {
    apiKeys: apiKeyHandlers,
    capabilities: capabilityHandlers,
    listColumns: listColumnHandlers,
    listViews: listViewHandlers,
    members: memberHandlers,
    organizationMembers: organizationMemberHandlers,
    profile: profileHandlers,
    retention: retentionHandlers,
    session: sessionHandlers,
  },
});
