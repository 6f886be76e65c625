import { and, count, desc, eq, sql } from "drizzle-orm";
import {
  type ClarityPromise,
  maxPromisePassages,
  type PromisedFigure,
  type PromiseFigure,
  type PromisePassage,
  shownPromiseChanges,
} from "#contract/clarity/promise.ts";
import { evidenceId } from "#server/clarity/captures/captures.store.ts";
import { type CitedUnit, findUnits, findUnitsThatSay } from "#server/clarity/snapshots/evidence.store.ts";
import { sourceOf } from "#server/clarity/snapshots/sources.ts";
import { storeNow } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { users } from "#server/teams/teams.table.ts";
import { saying } from "./passages.ts";
import { clarityPromises } from "./promises.table.ts";

const p = clarityPromises;
type Row = typeof p.$inferSelect;
type Said = Row & { readonly name: string | null };

const said = (db: Db) => db.select({ row: p, name: users.name }).from(p).leftJoin(users, eq(users.id, p.user_id));

/** What counts of each figure. */
export async function currentFigures(db: Db, processId: string): Promise<Partial<Record<PromiseFigure, Said>>> {
  const last = sql`${p.revision} = (select max(l.revision) from ${p} l where l.process_id = ${p.process_id} and l.figure = ${p.figure})`;
  const rows = await said(db).where(and(eq(p.process_id, processId), last));
  return Object.fromEntries(rows.map(({ row, name }) => [row.figure, { ...row, name }]));
}

/** What is promised, what was, and which passages say such figures. */
export async function readPromise(db: Db, processId: string): Promise<ClarityPromise> {
  const latest = await said(db).where(eq(p.process_id, processId)).orderBy(desc(p.created_at), desc(p.id)).limit(shownPromiseChanges);
  const current = await currentFigures(db, processId);
  const units = await findUnits(
    db,
    processId,
    Object.values(current).flatMap((row) => idOfUnit(row) ?? []),
  );
  const figureOf = (figure: PromiseFigure): PromisedFigure | null => {
    const row = current[figure];
    if (!row) return null;
    const unit = units.get(idOfUnit(row) ?? "");
    return { ...toFigure(row), source: unit ? toPassage(unit) : null };
  };
  return {
    cases_a_week: figureOf("cases_a_week"),
    minutes_a_case: figureOf("minutes_a_case"),
    success: figureOf("success"),
    history: latest.map(({ row, name }) => toChange({ ...row, name })),
    passages: {
      cases_a_week: await passagesFor(db, processId, "cases_a_week"),
      minutes_a_case: await passagesFor(db, processId, "minutes_a_case"),
      success: await passagesFor(db, processId, "success"),
    },
  };
}

async function passagesFor(db: Db, processId: string, figure: PromiseFigure): Promise<PromisePassage[]> {
  return (await findUnitsThatSay(db, processId, saying[figure], maxPromisePassages)).map(toPassage);
}

const idOfUnit = ({ capture_id, ordinal }: Row) => (capture_id === null || ordinal === null ? undefined : evidenceId(capture_id, ordinal));

function toPassage(unit: CitedUnit): PromisePassage {
  const { attribution, excerpt } = sourceOf(unit);
  return {
    evidence_id: unit.id,
    capture_id: unit.captureId,
    attribution,
    excerpt: excerpt.slice(0, 500).toWellFormed(),
    locator: unit.locator,
  };
}

const authorOf = ({ user_id, name }: Said) => (user_id === null ? null : { id: user_id, name: name ?? "" });

function toFigure(row: Said): Omit<PromisedFigure, "source"> {
  const { value, revision, assumption, proposal_id, confirmed_at, created_at } = row;
  return { value, revision, assumption, proposal_id, confirmed_at, changed_by: authorOf(row), changed_at: created_at };
}

function toChange(row: Said): ClarityPromise["history"][number] {
  const { figure, value, assumption, confirmed_at, created_at } = row;
  return { figure, value, assumption, confirmed: confirmed_at !== null, changed_by: authorOf(row), changed_at: created_at };
}

export async function countChanges(db: Db, processId: string, figure: PromiseFigure): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(p)
    .where(and(eq(p.process_id, processId), eq(p.figure, figure)));
  return row?.n ?? 0;
}

type Values = Pick<
  Row,
  "process_id" | "figure" | "revision" | "value" | "assumption" | "capture_id" | "ordinal" | "proposal_id" | "user_id"
>;

/** The caller holds the process. */
export async function insertPromise(db: Db, { confirmed, ...values }: Values & { readonly confirmed: boolean }): Promise<void> {
  await db.insert(p).values({ ...values, confirmed_at: confirmed ? storeNow : null });
}
