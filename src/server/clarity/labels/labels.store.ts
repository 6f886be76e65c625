import { and, count, eq, inArray, notExists, or, sql } from "drizzle-orm";
import type { ClarityLabel } from "#contract/clarity/labels.ts";
import { atLeast } from "#contract/roles.ts";
import type { AssignedLabel } from "#contract/clarity/node.ts";
import { clarityLabels, clarityProcessLabels } from "#server/clarity/landscape/landscape.table.ts";
import type { Reach } from "#server/clarity/landscape/reach.ts";
import { seenBy } from "#server/clarity/processes/processes.store.ts";
import { clarityProcesses } from "#server/clarity/processes/processes.table.ts";
import { newId } from "#server/platform/db/columns.ts";
import { alphabetical, contains } from "#server/platform/db/letters.ts";
import type { Db } from "#server/platform/db/open.ts";
import { inSnapshot } from "#server/platform/db/snapshot.ts";
import { teams } from "#server/teams/teams.table.ts";

const fields = { id: clarityLabels.id, value: clarityLabels.value, colorHue: clarityLabels.color_hue };

/** On how many processes a label is, of those that its reader sees. */
function processCount({ userId, roles }: Reach) {
  const seen = [...roles].flatMap(([teamId, role]) =>
    atLeast(role, "team:member") ? [and(eq(clarityProcesses.team_id, teamId), seenBy({ userId, role }))] : [],
  );
  return sql<number>`(select count(*)::int from clarity_process_labels a join clarity_processes on clarity_processes.id = a.process_id
    where a.label_id = clarity_labels.id and (${or(...seen) ?? sql`false`}))`;
}

interface LabelQuery {
  readonly search?: string | undefined;
  readonly limit: number;
  readonly offset: number;
  /** Only those that this process does not have. */
  readonly without?: string;
}

export async function listLabels(db: Db, reach: Reach, { search, limit, offset, without }: LabelQuery) {
  const { process_id, label_id } = clarityProcessLabels;
  const has = (processId: string) =>
    db
      .select({ id: label_id })
      .from(clarityProcessLabels)
      .where(and(eq(label_id, clarityLabels.id), eq(process_id, processId)));
  const where = and(
    eq(clarityLabels.organization_id, reach.organizationId),
    search ? contains(clarityLabels.value, search) : undefined,
    without === undefined ? undefined : notExists(has(without)),
  );
  const [data, [counted]] = await inSnapshot(db, (at) =>
    Promise.all([
      at
        .select({ ...fields, processCount: processCount(reach) })
        .from(clarityLabels)
        .where(where)
        .orderBy(alphabetical(clarityLabels.value), clarityLabels.id)
        .limit(limit)
        .offset(offset),
      at.select({ total: count() }).from(clarityLabels).where(where),
    ]),
  );
  return { data, total: counted?.total ?? 0, limit, offset };
}

export async function countLabels(db: Db, organizationId: string): Promise<number> {
  const [row] = await db.select({ total: count() }).from(clarityLabels).where(eq(clarityLabels.organization_id, organizationId));
  return row?.total ?? 0;
}

export async function organizationOfTeam(db: Db, teamId: string): Promise<string> {
  const [row] = await db.select({ id: teams.organization_id }).from(teams).where(eq(teams.id, teamId));
  if (!row?.id) throw new Error("the team of a process is gone");
  return row.id;
}

/** Of these labels those that the organization has. */
export async function knownLabels(db: Db, organizationId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ id: clarityLabels.id })
    .from(clarityLabels)
    .where(and(eq(clarityLabels.organization_id, organizationId), inArray(clarityLabels.id, [...ids])));
  return rows.map(({ id }) => id);
}

export async function findLabel(db: Db, organizationId: string, id: string): Promise<ClarityLabel | undefined> {
  const [row] = await db
    .select(fields)
    .from(clarityLabels)
    .where(and(eq(clarityLabels.id, id), eq(clarityLabels.organization_id, organizationId)));
  return row;
}

export async function labelNamed(db: Db, organizationId: string, value: string): Promise<ClarityLabel | undefined> {
  const [row] = await db
    .select(fields)
    .from(clarityLabels)
    .where(and(eq(clarityLabels.value, value), eq(clarityLabels.organization_id, organizationId)));
  return row;
}

export async function insertLabel(db: Db, organizationId: string, { value, colorHue }: Omit<ClarityLabel, "id">): Promise<ClarityLabel> {
  const [row] = await db
    .insert(clarityLabels)
    .values({ id: newId(), organization_id: organizationId, value, color_hue: colorHue })
    .returning(fields);
  if (!row) throw new Error("insert returned no label");
  return row;
}

export async function patchLabel(db: Db, { id, value, colorHue }: ClarityLabel): Promise<void> {
  await db.update(clarityLabels).set({ value, color_hue: colorHue }).where(eq(clarityLabels.id, id));
}

export async function removeLabel(db: Db, id: string): Promise<void> {
  await db.delete(clarityLabels).where(eq(clarityLabels.id, id));
}

export async function labelsOf(db: Db, processId: string): Promise<AssignedLabel[]> {
  return db
    .select({ ...fields, source: clarityProcessLabels.source })
    .from(clarityProcessLabels)
    .innerJoin(clarityLabels, eq(clarityLabels.id, clarityProcessLabels.label_id))
    .where(eq(clarityProcessLabels.process_id, processId))
    .orderBy(alphabetical(clarityLabels.value), clarityLabels.id);
}

export async function putOn(db: Db, processId: string, labelIds: readonly string[]): Promise<void> {
  const rows = [...new Set(labelIds)].map((label_id) => ({ process_id: processId, label_id, source: "human" as const }));
  if (rows.length > 0) await db.insert(clarityProcessLabels).values(rows).onConflictDoNothing();
}

export async function takeOff(db: Db, processId: string, labelIds: readonly string[]): Promise<void> {
  await db
    .delete(clarityProcessLabels)
    .where(and(eq(clarityProcessLabels.process_id, processId), inArray(clarityProcessLabels.label_id, [...labelIds])));
}
