import { newId } from "#server/platform/db/columns.ts";
import { lock, locks } from "#server/platform/db/locks.ts";
import type { Db } from "#server/platform/db/open.ts";
import { organizationMembers, organizations, teamMembers, teams, users } from "#server/teams/teams.table.ts";

/** Whoever founds something first wins: everybody else waits here and then sees it. Held until the transaction ends. */
export async function lockFounding(db: Db): Promise<void> {
  await lock(db, locks.founding);
}

export async function anybodyExists(db: Db): Promise<boolean> {
  return (await db.select({ id: users.id }).from(users).limit(1)).length > 0;
}

/** The organization that set the installation up. */
export async function firstOrganization(db: Db): Promise<{ id: string; name: string } | undefined> {
  const [row] = await db
    .select({ id: organizations.id, name: organizations.name })
    .from(organizations)
    .orderBy(organizations.created_at, organizations.id)
    .limit(1);
  return row;
}

/** An organization with one team, both owned by the same person. Returns the team's id. */
export async function insertOrganization(db: Db, names: { organization: string; team: string }, ownerId: string): Promise<string> {
  const organization_id = newId();
  const team_id = newId();
  await db.insert(organizations).values({ id: organization_id, name: names.organization });
  await db.insert(organizationMembers).values({ organization_id, user_id: ownerId, role: "organization:executive" });
  await db.insert(teams).values({ id: team_id, organization_id, name: names.team });
  await db.insert(teamMembers).values({ team_id, user_id: ownerId, role: "team:owner" });
  return team_id;
}
