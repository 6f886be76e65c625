import { and, asc, count, eq, inArray, sql } from "drizzle-orm";
import type { NodePerson } from "#contract/clarity/people.ts";
import { newId } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { organizationMembers, users } from "#server/teams/teams.table.ts";
import { clarityPeople } from "./landscape.table.ts";

const captures = sql<number>`(select count(*)::int from clarity_captures c
  where c.process_id = ${clarityPeople.process_id} and c.user_id = ${clarityPeople.user_id})`;
const shown = { person: clarityPeople, name: users.name, address: users.email, captures };
type Shown = { person: typeof clarityPeople.$inferSelect; name: string | null; address: string | null; captures: number };

function toPerson({ person, name, address, captures: captureCount }: Shown): NodePerson {
  const { id, user_id: userId, role, created_at: createdAt } = person;
  const email = address ?? person.email;
  return { id, userId, email, name: name ?? email ?? "", role, status: userId === null ? "pending" : "accepted", captureCount, createdAt };
}

const selectPeople = (db: Db) => db.select(shown).from(clarityPeople).leftJoin(users, eq(users.id, clarityPeople.user_id));

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

/** Undefined for somebody who is there already. */
export async function addPerson(
  db: Db,
  processId: string,
  { userId, email }: { readonly userId: string | undefined; readonly email: string | undefined },
): Promise<string | undefined> {
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
