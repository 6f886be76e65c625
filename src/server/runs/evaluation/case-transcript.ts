import { sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/open.ts";
import { listCaseEvents } from "#server/queues/cases/case-history.store.ts";
import type { SettledCase } from "./case-evaluation.store.ts";
import type { Line } from "./judge.ts";
import { transcriptOf } from "./transcript.ts";

/** The runs that a judge reads, and the characters of all of them: room in the context of the smaller models. */
const lastRuns = 5;
const inAll = 60_000;
/** Characters of what came in, and events that are told. */
const maxData = 8_000;
const maxEvents = 60;

interface WorkedRun {
  readonly id: string;
  readonly run_number: number;
  readonly message_count: number;
  readonly agent_name: string;
  [key: string]: unknown;
}

/** A case as a judge reads it: what came in, what happened to it, and what its last runs said. */
export async function transcriptOfCase(db: Db, one: SettledCase): Promise<Line[]> {
  const runs = await runsOf(db, one.id);
  const lines: Line[] = [{ from: "person", text: `[The case] ${one.title}\n${one.data.slice(0, maxData)}` }];
  const events = await listCaseEvents(db, one.id);
  for (const { type, reason, agent_name, user_name } of events.slice(-maxEvents)) {
    const who = agent_name ?? user_name;
    lines.push({ from: "service", text: `[${type}]${who ? ` by ${who}` : ""}${reason ? `: ${reason}` : ""}` });
  }
  for (const run of runs) {
    lines.push({ from: "service", text: `[Run ${run.run_number} of ${run.agent_name}]` });
    lines.push(...(await transcriptOf(db, run, Math.floor(inAll / runs.length))));
  }
  return lines;
}

/** The last runs that claimed a case, oldest first. */
async function runsOf(db: Db, caseId: string): Promise<WorkedRun[]> {
  const { rows } = await db.execute<WorkedRun>(sql`
    select r.id, r.run_number, r.message_count, a.name as agent_name
    from (select run_id, max(seq) as seq from case_events where case_id = ${caseId} and type = 'claimed' group by run_id
      order by 2 desc limit ${lastRuns}) e
    join runs r on r.id = e.run_id join agents a on a.id = r.agent_id order by e.seq`);
  return rows;
}
