import { type SQL, sql } from "drizzle-orm";
import type { Issue } from "#contract/errors.ts";
import { type Case, casePriorities } from "#contract/queues/case.ts";
import type { NewCase } from "#contract/queues/cases.ts";
import { newId } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { typeNewCases } from "#server/queues/schemas/typed-data.ts";
import { type CaseRow, caseSql, inOrder, readCases } from "./case-record.ts";
import { type Doer, linkLabels, noteEvents } from "./case-writes.store.ts";

type PlaceOf = (at: number) => Issue["path"];

const inList: PlaceOf = (at) => ["cases", at];

/**
 * Stores cases in the order given, with their labels. Returns their ids. Throws 404 where the queue is gone, 400 where data does not fit its
 * schema; `place` says where a case stands in what was sent, `reason` what its history says of it. The queue is kept from being deleted.
 */
export async function insertCases(
  db: Db,
  queueId: string,
  added: readonly NewCase[],
  doer: Doer,
  place = inList,
  reason?: string,
): Promise<string[]> {
  const rows = await rowsOf(db, queueId, added, place);
  await db.execute(sql`${inserted(queueId, rows, doer, reason)} select 1`);
  const named = added.flatMap(({ labels = [] }, i) => labels.map((label) => ({ caseId: rows[i]?.id ?? "", label })));
  await linkLabels(db, queueId, named);
  return rows.map((row) => row.id);
}

const records = caseSql("select *, null::timestamptz as sort_key from made", { fresh: true });

/** As {@link insertCases}. Returns the cases: without labels in the statement that stores them. */
export async function addCases(db: Db, queueId: string, added: readonly NewCase[], doer: Doer, place = inList): Promise<Case[]> {
  if (added.some(({ labels = [] }) => labels.length > 0)) return readCases(db, await insertCases(db, queueId, added, doer, place));
  const rows = await rowsOf(db, queueId, added, place);
  const stored = await db.execute(sql`${inserted(queueId, rows, doer)} ${sql.raw(records)}`);
  return inOrder(
    stored.rows as unknown as CaseRow[],
    rows.map((row) => row.id),
  );
}

interface NewRow {
  readonly id: string;
  readonly title: string;
  readonly data: string;
  readonly json_schema_id: string | null;
  readonly priority: number;
}

async function rowsOf(db: Db, queueId: string, added: readonly NewCase[], place: PlaceOf): Promise<NewRow[]> {
  const schemaId = await typeNewCases(db, queueId, added, place);
  // Made at one moment, and yet older and younger in the order given: the time in the id runs on.
  const start = Date.now();
  return added.map(({ title, data = "", priority = "none" }, i) => ({
    id: newId(start + i),
    title,
    data,
    json_schema_id: schemaId(data),
    priority: casePriorities.indexOf(priority),
  }));
}

function inserted(queueId: string, rows: readonly NewRow[], doer: Doer, reason?: string): SQL {
  return sql`
    with made as (
      insert into cases (id, queue_id, title, data, json_schema_id, state, priority, created_by)
      select id, ${queueId}::uuid, title, data, json_schema_id, 'pending', priority, ${doer.runId ? null : (doer.userId ?? null)}::uuid
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(id uuid, title text, data text, json_schema_id uuid, priority int) order by id returning *),
    told as (${noteEvents(sql`made`, "created", doer, reason)})`;
}
