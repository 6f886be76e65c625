import { type SQL, sql } from "drizzle-orm";
import { newId } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { describe } from "#server/platform/work/describe.ts";
import { activeStatuses } from "#server/engine/run-state.ts";
import type { EngineServices } from "#server/engine/services.ts";
import { createWakeLoop } from "#server/platform/work/wake-loop.ts";
import type { Work, Worker } from "#server/engine/work.ts";
import { openStates } from "#server/queues/cases/case-state.ts";
import { insertRun } from "#server/runs/runs/runs.store.ts";
import type { RunRecord } from "#server/engine/log/run-record.ts";
import { casesChanged } from "#server/queues/cases/case-changes.ts";
import { causeOfCase, countedCases, type Taken } from "./counted-cases.ts";
import { caseMoved } from "./case-runs.ts";
import { pickedFrom } from "./own-case.ts";

/** Runs of one agent that cases have started, at the same time, where its trigger says nothing else. */
export const defaultConcurrency = 20;
/** Runs of one agent that wait for people about their cases, however many may work beside them: nobody is asked more at a time. */
export const maxWaiting = 500;
/** Each case that comes and each run that ends wakes: what happens in so short a time is looked at once. */
const restMs = 10;
/** What marks a run that a case has started. */
const caseSource = "case_trigger";

/** An agent that has cases to work on: those of a queue that triggers it, or those that were given to it by name. */
interface Duty {
  readonly agent_id: string;
  readonly team_id: string;
  readonly queue_id: string;
  readonly user_id: string | null;
  readonly concurrency: number | null;
  /** Whether the queue triggers it, so that it takes whatever comes. */
  readonly triggered: boolean;
  [key: string]: unknown;
}

/** As they stand in a statement: beside a parameter PostgreSQL would plan the search for cases anew each time. */
const words = (list: readonly string[]) => sql.raw(`array[${list.map((word) => `'${word}'`).join(", ")}]`);
const fromCase = (agentId: SQL) => sql`r.agent_id = ${agentId} and r.source = ${sql.raw(`'${caseSource}'`)}`;
const hasOpenCase = sql`exists (select from cases c where c.run_id = r.id and c.state = any(${words(openStates)}))`;

/** The runs `r` of an agent that wait for a person about a case that is still theirs. */
export function waitingWithCase(agentId: SQL): SQL {
  return sql`${fromCase(agentId)} and r.status = 'waiting' and ${hasOpenCase}`;
}

/**
 * The runs `r` of an agent that take up the room of its trigger. One that waits for a person works on nothing: were its place taken, twenty
 * questions would bring a queue to a halt. A trigger that names a number means it, one case at a time also while that one waits; then only a
 * run that has lost its case gives its place up, as nobody may ever answer it.
 */
export function atWorkOnCases(agentId: SQL, concurrency: SQL): SQL {
  return sql`${fromCase(agentId)} and r.status = any(${words(activeStatuses)})
    and (r.status <> 'waiting' or (${concurrency}::int is not null and ${hasOpenCase}))`;
}

/** How many more runs of an agent cases may start. */
export function roomOf({ limit, at_work, waiting }: { limit: number; at_work: number; waiting: number }): number {
  return Math.max(0, Math.min(limit - at_work, maxWaiting - waiting));
}

const free = sql`c.state = 'pending' and c.run_id is null`;
const hasRoom = sql`coalesce(g.concurrency, (select ${defaultConcurrency}::int)) > (select count(*) from runs r where ${atWorkOnCases(sql`g.agent_id`, sql`g.concurrency`)})
  and (select ${maxWaiting}::int) > (select count(*) from runs r where ${waitingWithCase(sql`g.agent_id`)})`;

/** Whether a trigger `t` has cases to give. */
const hasCases = sql`t.enabled and exists (
        select 1 from cases c where c.queue_id = t.queue_id and ${free} and (c.agent_id is null or c.agent_id = t.agent_id))`;

/** Whether {@link findDuties} may find some. */
const dutiesDue = sql`(exists (select from case_triggers t where ${hasCases}) or exists (select from cases c where c.agent_id is not null and ${free}))`;

/** Agents without room are left out, and so are not locked for nothing. {@link dispatch} counts again. */
async function findDuties(db: Db): Promise<Duty[]> {
  const { rows } = await db.execute<Duty>(sql`
    with given as (
      select t.agent_id, t.queue_id, t.user_id, t.concurrency, true as triggered from case_triggers t
      where ${hasCases}
      union all
      select c.agent_id, c.queue_id, coalesce(t.user_id, c.assigned_by), t.concurrency, false
      from (select agent_id, queue_id, max(assigned_by::text)::uuid as assigned_by from cases c where c.agent_id is not null and ${free} group by 1, 2) c
      left join case_triggers t on t.agent_id = c.agent_id)
    select g.*, a.team_id from given g join agents a on a.id = g.agent_id and a.deleted_at is null
    join queues q on q.id = g.queue_id and q.deleted_at is null and q.team_id = a.team_id
    where exists (select 1 from revisions r where r.agent_id = a.id and r.status = 'live') and ${hasRoom}
    order by g.triggered desc, g.agent_id`);
  return rows;
}

/**
 * Starts as many runs as the agent may have at once, each for the case that comes next. A case and the run that it was given to are stored
 * together, and the agent's row lets one process at a time count and start.
 */
async function dispatch(tx: Db, duty: Duty, most: number): Promise<Dispatched> {
  await tx.execute(sql`select 1 from agents where id = ${duty.agent_id} for no key update`);
  const { rows } = await tx.execute<{ at_work: number; waiting: number; due: boolean }>(sql`
    select (select count(*)::int from runs r where ${atWorkOnCases(sql`${duty.agent_id}`, sql`${duty.concurrency}`)}) as at_work,
      (select count(*)::int from runs r where ${waitingWithCase(sql`${duty.agent_id}`)}) as waiting, not ${duty.triggered} or exists (
      select from case_triggers where agent_id = ${duty.agent_id} and queue_id = ${duty.queue_id} and enabled) as due`);
  const [found] = rows;
  // Whoever held the agent until now may have disabled its trigger.
  if (!found?.due) return { started: [], refused: [] };
  const taken: Taken[] = [];
  for (let room = roomOf({ limit: duty.concurrency ?? defaultConcurrency, ...found }); room > 0; room--) {
    const next = await takeNext(tx, duty);
    if (!next) break;
    taken.push(next);
  }
  const { allowed, refused } = await countedCases(tx, taken, { agentId: duty.agent_id, most });
  const started: RunRecord[] = [];
  for (const one of allowed) started.push(await startFor(tx, duty, one));
  return { started, refused };
}

interface Dispatched {
  readonly started: readonly RunRecord[];
  /** Cases that start nothing, as too many runs have followed from what led to them. */
  readonly refused: readonly string[];
}

async function takeNext(tx: Db, { agent_id, queue_id, triggered }: Duty): Promise<Taken | undefined> {
  const runId = newId();
  const { rows } = await tx.execute(sql`
    with ${pickedFrom([queue_id], agent_id, { named: !triggered })}
    update cases c set run_id = ${runId}::uuid from picked where c.id = picked.id returning c.id, c.title, ${causeOfCase} as from_run`);
  const [next] = rows as unknown as Omit<Taken, "runId">[];
  return next && { ...next, runId };
}

async function startFor(tx: Db, duty: Duty, { id, title, runId, root }: Taken & { root: string | null }): Promise<RunRecord> {
  const { agent_id: agentId, team_id: teamId, queue_id: queueId, user_id: userId } = duty;
  return (await insertRun(tx, { id: runId, teamId, agentId, userId, source: caseSource, root, case: { id, queueId, title } })).run;
}

/** Gives waiting cases to the agents that are to take them. Any number of processes may do so at once. */
function createCaseDispatcher(services: EngineServices): Worker {
  const { store, live, log, config } = services;

  function failed(duty: Duty, error: unknown): Dispatched {
    log.warn({ agent: duty.agent_id, queue: duty.queue_id, error: describe(error) }, "could not start runs for cases");
    return { started: [], refused: [] };
  }
  return createWakeLoop(services, {
    name: "waiting cases",
    due: dutiesDue,
    restMs,
    async round() {
      let more = false;
      for (const duty of await findDuties(store.db)) {
        const { started, refused } = await store.db
          .transaction((tx) => dispatch(tx, duty, config.mostDescendants))
          .catch((error: unknown) => failed(duty, error));
        if (refused.length > 0) casesChanged(live, duty.team_id, duty.queue_id, refused);
        more ||= refused.length > 0;
        for (const run of started) {
          live.publish({ teamId: run.team_id, topic: "run", id: run.id, userId: run.user_id });
          caseMoved(live, run);
        }
        if (started.length > 0) services.wakeRuns();
      }
      return more;
    },
  });
}

export const caseDispatch: Work = { name: "waiting cases", start: createCaseDispatcher, on: "cases" };
