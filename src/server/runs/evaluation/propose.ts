import { sql } from "drizzle-orm";
import { type NewSuggestion, insertSuggestion } from "#server/agents/suggestions/suggestions.store.ts";
import { isoInstant } from "#server/platform/db/columns.ts";
import { lock, locks } from "#server/platform/db/locks.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { EvaluationRecord, Outcome } from "./evaluation.store.ts";

/** A rubric that this many of the last evaluated runs failed says something about the instructions. */
const enough = 3;
const lastRuns = 10;
/** Of a judge's reason, and reasons in one suggestion. */
const maxReason = 300;
const maxReasons = 3;

interface Failure extends Record<string, unknown> {
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly reason: string;
  readonly run_id: string;
  readonly run_number: number;
  readonly created_at: string;
  readonly revision_number: number;
  /** Judged runs that were looked at. */
  readonly judged: number;
}

/** Suggests text for the instructions where the runs of a live revision keep failing a rubric. Returns whether there is a new suggestion. */
export async function propose(tx: Db, { agent_id, build_id }: EvaluationRecord, { verdicts }: Outcome): Promise<boolean> {
  const failed = verdicts.filter((verdict) => verdict.passed === false);
  if (failed.length === 0) return false;
  // Of evaluations that end at once the last one has to see the others.
  await lock(tx, locks.agentSuggestions(agent_id));
  const failures = await lastFailures(tx, build_id);
  let made = false;
  for (const { slug } of failed) {
    const those = failures.filter((failure) => failure.slug === slug);
    const [newest] = those;
    if (!newest || those.length < enough) continue;
    if (await insertSuggestion(tx, { agent_id, build_id, ...wordsOf(newest, those) })) made = true;
  }
  return made;
}

/** What the last evaluated runs failed, newest first. Nothing for a revision that is not live, or whose agent runs a program. */
async function lastFailures(tx: Db, buildId: string): Promise<Failure[]> {
  const { rows } = await tx.execute<Failure>(sql`
    with judged as (
      select e.run_id, e.verdicts, e.evaluated_at, b.revision_number from run_evaluations e join revisions b on b.id = e.build_id
      where e.build_id = ${buildId} and e.status = 'ready' and b.status = 'live' and b.config -> 'data' ? 'input'
      order by e.evaluated_at desc, e.run_id desc limit ${lastRuns})
    select v ->> 'slug' as slug, v ->> 'title' as title, v ->> 'description' as description, v ->> 'reason' as reason,
      j.run_id, r.run_number, r.created_at::text as created_at, j.revision_number, (select count(*) from judged)::int as judged
    from judged j join runs r on r.id = j.run_id, jsonb_array_elements(j.verdicts) v
    where v -> 'passed' = 'false' order by j.evaluated_at desc, j.run_id desc`);
  return rows;
}

function wordsOf(
  { slug, title, description, judged, revision_number }: Failure,
  failures: readonly Failure[],
): Omit<NewSuggestion, "agent_id" | "build_id"> {
  return {
    rubric_slug: slug,
    title: `Runs keep failing “${title}”`,
    description: `${failures.length} of the last ${judged} evaluated runs of revision ${revision_number} failed this rubric.`,
    addition: additionFor(title, description, failures),
    sources: failures.map(({ run_id, run_number, created_at }) => ({
      agent_run_id: run_id,
      run_number,
      created_at: isoInstant(created_at),
    })),
  };
}

/** The rubric as a demand, with what went wrong. No line of it begins with a judge's words: those come from runs, and the instructions rule. */
function additionFor(title: string, description: string, failures: readonly Failure[]): string {
  const reasons = new Map(failures.map(({ reason, run_number }) => [shorten(oneLine(reason)), run_number]));
  const seen = [...reasons].slice(0, maxReasons).map(([reason, run]) => `- In run ${run}: ${reason}`);
  return [
    `Before you finish, check “${oneLine(title)}”. A good result answers yes to this: ${oneLine(description)}`,
    "What went wrong before:",
    ...seen,
  ].join("\n");
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function shorten(text: string): string {
  const letters = [...text];
  return letters.length > maxReason ? `${letters.slice(0, maxReason).join("")}…` : text;
}
