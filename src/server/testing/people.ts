import { randomBytes } from "node:crypto";
import type { OrganizationRole, TeamRole } from "#contract/roles.ts";
import { newId } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { apiKeys, organizationMembers, organizations, teamMembers, teams, users } from "#server/teams/teams.table.ts";
import { keyHash } from "#server/platform/http/caller.ts";

/** One person for each role in the team, one in another team of the organization, one who administers another organization. */
const cast = {
  owner: "team:owner",
  administrator: "team:superadmin",
  manager: "team:manager",
  builder: "team:builder",
  member: "team:member",
  /** A second one of the same role: what the first one owns is somebody else's to this one. */
  colleague: "team:member",
  clarity: "team:clarity-member",
} as const satisfies Record<string, TeamRole>;

export type PersonName = keyof typeof cast | "neighbour" | "stranger" | "director";
export const teamPeople = Object.keys(cast) as (keyof typeof cast)[];
export const roleOf = cast;

export interface People {
  readonly organizationId: string;
  readonly teamId: string;
  /** Another team of the same organization; `neighbour` owns it. */
  readonly neighbourTeamId: string;
  /** A team of another organization; `stranger` owns it. */
  readonly strangerTeamId: string;
  readonly ids: Record<PersonName, string>;
  readonly keys: Record<PersonName, string>;
}

/** Those whom a database that begins with people holds: made once for all tests of a run. */
export const people = (): People => JSON.parse(process.env.TEST_PEOPLE ?? "") as People;

/** Fills an empty store. `director` is an administrator of the organization without joining a team. */
export async function createPeople(db: Db): Promise<People> {
  const organizationId = await organization(db, "Organization");
  const foreignId = await organization(db, "Foreign organization");
  const teamId = await team(db, organizationId, "Team");
  const neighbourTeamId = await team(db, organizationId, "Neighbour team");
  const strangerTeamId = await team(db, foreignId, "Foreign team");
  const ids = {} as Record<PersonName, string>;
  const keys = {} as Record<PersonName, string>;
  const add = async (name: PersonName, org: string, orgRole: OrganizationRole, membership?: { team: string; role: TeamRole }) => {
    const id = newId();
    const key = `ck_${randomBytes(32).toString("base64url")}`;
    await db.insert(users).values({ id, name, email: `${name}@example.com`, emailVerified: true });
    await db.insert(organizationMembers).values({ organization_id: org, user_id: id, role: orgRole });
    if (membership) await db.insert(teamMembers).values({ team_id: membership.team, user_id: id, role: membership.role });
    await db.insert(apiKeys).values({ user_id: id, name: "test", hint: key.slice(0, 10), hash: keyHash(key) });
    ids[name] = id;
    keys[name] = key;
  };
  for (const name of teamPeople) await add(name, organizationId, "organization:member", { team: teamId, role: cast[name] });
  await add("neighbour", organizationId, "organization:member", { team: neighbourTeamId, role: "team:owner" });
  await add("stranger", foreignId, "organization:admin", { team: strangerTeamId, role: "team:owner" });
  await add("director", organizationId, "organization:admin");
  return { organizationId, teamId, neighbourTeamId, strangerTeamId, ids, keys };
}

async function organization(db: Db, name: string): Promise<string> {
  const id = newId();
  await db.insert(organizations).values({ id, name });
  return id;
}

async function team(db: Db, organization_id: string, name: string): Promise<string> {
  const id = newId();
  await db.insert(teams).values({ id, organization_id, name });
  return id;
}
