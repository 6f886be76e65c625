import { performance } from "node:perf_hooks";
import { sql } from "drizzle-orm";
import type { PageAnswers, QueryAnswer } from "#contract/dashboards/answers.ts";
import type { Chosen, Page, Query } from "#contract/dashboards/page.ts";
import { seesAllRuns } from "#contract/runs/rights.ts";
import { isoText } from "#server/platform/db/columns.ts";
import type { FigureViewer } from "#server/platform/db/figure-parts.ts";
import type { Db } from "#server/platform/db/open.ts";
import { currentPatience } from "#server/platform/db/patience.ts";
import { missingReads, readsOf, readsOn } from "#server/dashboards/reads/reads.store.ts";
import { inSnapshot } from "#server/platform/db/snapshot.ts";
import { answerOf } from "./answer.ts";
import { planOf } from "./plan.ts";

export type AskedPage = Pick<Page, "zone" | "range" | "queries">;

const notRead = "Its connection was not read for this dashboard. Ask the agent to read it again";
const tooHeavy = "This query takes too long. Use a shorter range, fewer dimensions, or a filter";
/** What a query and a page may take of a request's patience, in milliseconds: what is heavy fails by itself, and the other queries answer. */
const most = { query: 15_000, page: 30_000 };

/**
 * All queries of a page for one viewer, in one snapshot. Whoever may see the page may call it: a query counts what the viewer's own lists show,
 * whoever wrote it. `queryMs`: what one query may take.
 */
export async function answersOf(db: Db, page: AskedPage, chosen: Chosen, viewer: FigureViewer, queryMs?: number): Promise<PageAnswers> {
  const { left } = currentPatience();
  const ofQuery = queryMs ?? Math.min(left * 0.4, most.query);
  const until = performance.now() + Math.min(left * 0.8, most.page);
  return inSnapshot(db, async (at) => {
    const { rows } = await at.execute<{ now: string }>(sql`select ${sql.raw(isoText("now()"))} as now`);
    const as_of = rows[0]?.now ?? new Date().toISOString();
    const answers: QueryAnswer[] = [];
    const faults: PageAnswers["faults"] = [];
    const missing = await missingReads(at, viewer.recordId, readsOn(page));
    for (const query of page.queries) {
      if (readsOf(query).some((name) => missing.includes(name))) {
        faults.push({ name: query.name, says: notRead });
        continue;
      }
      const ms = Math.floor(Math.min(ofQuery, until - performance.now()));
      const answer = ms < 1 ? undefined : await answerWithin(at, ms, (one) => answerOne(one, page, query, chosen, viewer, new Date(as_of)));
      if (answer) answers.push(answer);
      else faults.push({ name: query.name, says: tooHeavy });
    }
    return { as_of, scope: seesAllRuns(viewer) ? ("team" as const) : ("own" as const), answers, faults };
  });
}

function answerOne(db: Db, page: AskedPage, query: Query, chosen: Chosen, viewer: FigureViewer, now: Date): Promise<QueryAnswer> {
  return answerOf(db, query.name, planOf(viewer, page, query, chosen, now), now);
}

/** Undefined where the store gave up a statement; what comes next reads the same snapshot. */
async function answerWithin(db: Db, ms: number, read: (db: Db) => Promise<QueryAnswer>): Promise<QueryAnswer | undefined> {
  try {
    return await db.transaction(async (at) => {
      await at.execute(sql`select set_config('statement_timeout', ${String(ms)}, true)`);
      return read(at);
    });
  } catch (error) {
    if (isGivenUp(error)) return undefined;
    throw error;
  }
}

function isGivenUp(error: unknown): boolean {
  const { code, cause } = error as { readonly code?: unknown; readonly cause?: unknown };
  return code === "57014" || (typeof cause === "object" && cause !== null && isGivenUp(cause));
}
