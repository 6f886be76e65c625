import { and, asc, count, eq, inArray, sql } from "drizzle-orm";
import type { NodePerson } from "#contract/clarity/people.ts";
import { newId } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { organizationMembers, users } from "#server/teams/teams.table.ts";
import { clarityPeople } from "./landscape.table.ts";
import { memberNamed } from "./member-named.ts";

const captures = sql<number>`(select count(*)::int from clarity_captures c
  where c.process_id = ${clarityPeople.process_id} and c.user_id = ${users.id})`;
const invite = sql<string | null>`(select i.id from invitations i join teams t on t.organization_id = i.organization_id
  join clarity_processes o on o.team_id = t.id
  where o.id = ${clarityPeople.process_id} and i.email = ${clarityPeople.email} and i.accepted_at is null and ${users.id} is null
  order by i.created_at desc, i.id desc limit 1)`;
const shown = { person: clarityPeople, userId: users.id, name: users.name, address: users.email, captures, invite };

interface Shown {
  readonly person: typeof clarityPeople.$inferSelect;
  readonly userId: string | null;
  readonly name: string | null;
  readonly address: string | null;
  readonly captures: number;
  readonly invite: string | null;
}

function toPerson({ person, userId, name, address, captures: captureCount, invite: invitationId }: Shown): NodePerson {
  const { id, role, created_at: createdAt } = person;
  const email = address ?? person.email;
  const status = userId === null ? "pending" : "accepted";
  return { id, userId, invitationId, email, name: name ?? email ?? "", role, status, captureCount, createdAt };
}

const selectPeople = (db: Db) =>
  db
    .select(shown)
    .from(clarityPeople)
    .leftJoin(users, eq(users.id, memberNamed("clarity_people")));

/** Who is involved in these processes, in the order in which they were added. */
export async function listPeople(
  db: Db,
  processIds: readonly string[],
  limit: number,
): Promise<{ processId: string; person: NodePerson }[]> {
  if (processIds.length === 0) return [];
  const rows = await selectPeople(db)
    .where(inArray(clarityPeople.process_id, [...processIds]))
    .orderBy(asc(clarityPeople.created_at), asc(clarityPeople.id))
    .limit(limit);
  return rows.map((row) => ({ processId: row.person.process_id, person: toPerson(row) }));
}

export async function setRole(db: Db, processId: string, id: string, role: string | null): Promise<NodePerson | undefined> {
  const own = and(eq(clarityPeople.id, id), eq(clarityPeople.process_id, processId));
  await db.update(clarityPeople).set({ role }).where(own);
  const [row] = await selectPeople(db).where(own);
  return row && toPerson(row);
}

export async function countPeople(db: Db, processId: string): Promise<number> {
  const [row] = await db.select({ total: count() }).from(clarityPeople).where(eq(clarityPeople.process_id, processId));
  return row?.total ?? 0;
}

/** The member of an organization with this id or address. */
export async function findMemberOf(
  db: Db,
  organizationId: string,
  { userId, email = "" }: { readonly userId?: string | undefined; readonly email?: string | undefined },
): Promise<string | undefined> {
  const who = userId === undefined ? eq(users.email, email.toLowerCase()) : eq(users.id, userId);
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .innerJoin(organizationMembers, eq(organizationMembers.user_id, users.id))
    .where(and(eq(organizationMembers.organization_id, organizationId), who));
  return row?.id;
}

/** Undefined for somebody who is there already. The caller holds the lock of the landscape. */
export async function addPerson(
  db: Db,
  processId: string,
  { userId, email }: { readonly userId: string | undefined; readonly email: string | undefined },
): Promise<string | undefined> {
  if (userId !== undefined) {
    // By their address, from before they joined.
    const known = await selectPeople(db).where(and(eq(clarityPeople.process_id, processId), eq(users.id, userId)));
    if (known.length > 0) return undefined;
  }
  const [row] = await db
    .insert(clarityPeople)
    .values({
      id: newId(),
      process_id: processId,
      user_id: userId ?? null,
      email: userId === undefined ? (email?.toLowerCase() ?? null) : null,
    })
    .onConflictDoNothing()
    .returning({ id: clarityPeople.id });
  return row?.id;
}
