import type * as contract from "#contract/teams/profile.ts";
import type { Context, Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { findPerson, findTeamRecord, listOrganizations, listReachableTeams, renamePerson } from "#server/teams/teams/teams.store.ts";

export const profileHandlers: Handlers<typeof contract> = {
  async getProfile(_input, context) {
    return { profile: await profileOf(context) };
  },

  async updateProfile({ body }, context) {
    await renamePerson(context.db, context.caller.userId, body.name, context.clock());
    return { profile: await profileOf(context) };
  },

  async listMyTeams(_input, { db, caller }) {
    const teams = await listReachableTeams(db, caller);
    return { teams: teams.map(({ id, name, organization_id }) => ({ id, name, organization_id })) };
  },

  async getTeam(_input, { db, team }) {
    const record = await findTeamRecord(db, team.id);
    if (!record) throw refuse("not_found");
    return { team: record };
  },

  async listMyOrganizations(_input, { db, caller }) {
    const organizations = await listOrganizations(db, caller);
    return { memberships: organizations.map(({ role, memberCount, ...organization }) => ({ organization, role, memberCount })) };
  },
};

/** With the key's team, or the oldest one that the person can act in. */
async function profileOf({ db, caller }: Context) {
  const person = await findPerson(db, caller.userId);
  if (!person) throw refuse("unauthorized");
  const [first] = await listReachableTeams(db, caller);
  return { id: person.id, name: person.name, email: person.email, teamId: first?.id ?? null };
}
