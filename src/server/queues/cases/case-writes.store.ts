import { type SQL, sql } from "drizzle-orm";
import type { NamedLabel } from "#contract/queues/case.ts";
import { type CaseEventType, type CasePriority, casePriorities } from "#contract/queues/case.ts";
import type { Db } from "#server/platform/db/open.ts";
import { type CaseMove, isSettled, ruleOf } from "./case-state.ts";
import { ensureLabels } from "#server/queues/labels/labels.store.ts";
import { typeOfChange } from "#server/queues/schemas/typed-data.ts";

/** Who did something to a case. */
export interface Doer {
  readonly userId?: string | null | undefined;
  readonly runId?: string | undefined;
  readonly agentId?: string | undefined;
  /** The import by which somebody did it. */
  readonly jobId?: string | undefined;
}

/** An event for each case of `rows`, a query or the name of one that returns ids. */
export function noteEvents(rows: SQL, type: CaseEventType, doer: Doer, reason: SQL | string | null = null): SQL {
  return sql`insert into case_events (case_id, type, reason, run_id, agent_id, user_id, job_id)
    select id, ${type}, ${reason}, ${doer.runId ?? null}::uuid, ${doer.agentId ?? null}::uuid, ${doer.userId ?? null}::uuid, ${doer.jobId ?? null}::uuid
    from ${rows}`;
}

/** Puts labels on cases of a queue, making those that it lacks. Returns how many were not there before. */
export async function linkLabels(
  db: Db,
  queueId: string,
  links: readonly { readonly caseId: string; readonly label: NamedLabel }[],
): Promise<number> {
  if (links.length === 0) return 0;
  const idOf = await ensureLabels(
    db,
    queueId,
    links.map((link) => link.label),
  );
  const pairs = links.map(({ caseId, label }) => ({ case_id: caseId, label_id: idOf(label) }));
  const { rowCount } = await db.execute(sql`
    insert into case_labels (case_id, label_id)
    select distinct case_id, label_id from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as l(case_id uuid, label_id uuid)
    on conflict do nothing`);
  return rowCount ?? 0;
}

export interface MoveOptions {
  readonly doer: Doer;
  readonly event?: CaseEventType | undefined;
  readonly reason?: string | null | undefined;
  /** For `postpone` and `delay`. */
  readonly until?: string | undefined;
  /** For `reprocess`: the only agent that may take them, and who said so. */
  readonly agentId?: string | null | undefined;
}

/**
 * Moves the cases that fit the condition (on `cases c`) and that the event means something to, and notes it. Returns their ids. Whatever a
 * person decides parts a case from its run: the run may go on, and must not overturn the decision.
 */
export async function moveCases(db: Db, which: SQL, move: CaseMove, options: MoveOptions): Promise<string[]> {
  const { from, to } = ruleOf(move);
  const { doer, event, reason = null, until, agentId } = options;
  const told = event ? sql`, told as (${noteEvents(sql`moved`, event, doer, reason)})` : sql``;
  const { rows } = await db.execute<{ id: string }>(sql`
    with moved as (
      update cases c set state = ${to}, updated_at = now(), completed_at = ${isSettled(to) ? sql`now()` : null},
        failure = ${to === "failed" ? "set_by_person" : null},
        postponed_to = ${until ?? null}::timestamptz, run_id = null, claimed_at = null${
          agentId === undefined ? sql`` : sql`, agent_id = ${agentId}::uuid, assigned_by = ${doer.userId ?? null}::uuid`
        }
      where (${which}) and c.state = any(${sql.param([...from])}::text[]) returning c.id)${told}
    select id from moved order by id`);
  return rows.map((row) => row.id);
}

/** Deletes cases that fit a condition on `cases c`. Returns how many there were. */
export async function removeCases(db: Db, which: SQL): Promise<number> {
  for (let gone = 0; ;) {
    const some = await removeSomeCases(db, which, atOnce);
    gone += some;
    if (some < atOnce) return gone;
  }
}

/** As {@link removeCases}, at most so many of them. */
export async function removeSomeCases(db: Db, which: SQL, limit: number): Promise<number> {
  const { rowCount } = await db.execute(sql`delete from cases where id in (select c.id from cases c where ${which} limit ${limit})`);
  return rowCount ?? 0;
}

/** Takes cases that fit a condition on `cases c` from the agent that they were given to, at most so many. Returns how many. */
export async function unassignSomeCases(db: Db, which: SQL, limit: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update cases set agent_id = null, assigned_by = null where id in (select c.id from cases c where ${which} limit ${limit})`);
  return rowCount ?? 0;
}

/** Cases that one statement changes: a whole queue at once would take longer than a statement may. */
const atOnce = 10_000;

/** Does something to many cases by their ids, as many at a time as a statement may change. Returns those that it was done to. */
export async function inPortions(ids: readonly string[], change: (which: SQL) => Promise<string[]>): Promise<string[]> {
  const done: string[] = [];
  for (let from = 0; from < ids.length; from += atOnce)
    done.push(...(await change(sql`c.id = any(${sql.param(ids.slice(from, from + atOnce))}::uuid[])`)));
  return done;
}

interface Fields {
  readonly title?: string | undefined;
  readonly data?: string | undefined;
  readonly priority?: CasePriority | undefined;
}

/**
 * Writes what people and agents may edit of a case, and notes which of it is another than before. Throws 400 where data does not fit its
 * schema. `also`: what the caller changed beside it.
 */
export async function patchCase(db: Db, caseId: string, { title, data, priority }: Fields, doer: Doer, also: string[] = []): Promise<void> {
  const rank = priority === undefined ? undefined : casePriorities.indexOf(priority);
  const set = [
    ...(title === undefined ? [] : [sql`title = ${title}`]),
    ...(data === undefined ? [] : [sql`data = ${data}, json_schema_id = ${await typeOfChange(db, caseId, data)}::uuid`]),
    ...(rank === undefined ? [] : [sql`priority = ${rank}`]),
    sql`updated_at = now()`,
  ];
  const named = [
    ...(title === undefined ? [] : [sql`case when title <> ${title} then 'title' end`]),
    ...(data === undefined ? [] : [sql`case when data <> ${data} then 'data' end`]),
    ...(rank === undefined ? [] : [sql`case when priority <> ${rank} then ${`priority: ${priority}`} end`]),
    ...also.map((word) => sql`${word}::text`),
  ];
  const reason = named.length === 0 ? null : sql`nullif(concat_ws(', ', ${sql.join(named, sql`, `)}), '')`;
  await db.execute(sql`
    with before as (select id, title, data, priority from cases where id = ${caseId}),
    changed as (update cases set ${sql.join(set, sql`, `)} where id = ${caseId}),
    told as (${noteEvents(sql`before`, "updated", doer, reason)})
    select 1`);
}
