import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import type { OpenBuilderRun } from "#contract/agents/builder-run.ts";
import { agents, revisions } from "#server/agents/agents/agents.table.ts";
import type { Db } from "#server/platform/db/open.ts";
import { users } from "#server/teams/teams.table.ts";
import type { BuilderRunRecord } from "./builder-log.ts";
import { personOf, toBuilderRun } from "./builder-runs.store.ts";
import { builderRuns } from "./builder-runs.table.ts";

const waiting = ["waiting_for_input", "waiting_for_approve"] as const;

function waits(teamId: string, userId: string | null): SQL | undefined {
  return and(
    eq(builderRuns.team_id, teamId),
    inArray(builderRuns.status, [...waiting]),
    userId ? eq(agents.created_by, userId) : undefined,
  );
}

/** The statement that finds what waits for a person in a team; `userId`: only on agents of that person. */
export function waitingRuns(teamId: string, userId: string | null): SQL {
  return new QueryBuilder()
    .select({ id: builderRuns.id })
    .from(builderRuns)
    .innerJoin(agents, eq(agents.id, builderRuns.agent_id))
    .where(waits(teamId, userId))
    .getSQL();
}

/** The statement that finds the agents whose changes wait for a decision; `userId`: only agents of that person. */
export function waitingReviews(teamId: string, userId: string | null): SQL {
  return new QueryBuilder()
    .select({ agent_id: builderRuns.agent_id })
    .from(builderRuns)
    .innerJoin(agents, eq(agents.id, builderRuns.agent_id))
    .where(waits(teamId, userId))
    .getSQL();
}

/** As {@link waitingRuns}, a page of it. */
export async function listWaiting(
  db: Db,
  teamId: string,
  userId: string | null,
  page: { limit: number; offset: number },
): Promise<{ builder_runs: OpenBuilderRun[]; total: number }> {
  const rows = await db
    .select({
      run: builderRuns,
      name: users.name,
      agent_name: agents.name,
      revision_number: revisions.revision_number,
      revision_name: revisions.revision_name,
      revision_status: revisions.status,
    })
    .from(builderRuns)
    .innerJoin(agents, eq(agents.id, builderRuns.agent_id))
    .innerJoin(revisions, eq(revisions.id, builderRuns.build_id))
    .leftJoin(users, eq(users.id, builderRuns.user_id))
    .where(waits(teamId, userId))
    .orderBy(asc(builderRuns.updated_at), asc(builderRuns.id))
    .limit(page.limit)
    .offset(page.offset);
  const { rows: counted } = await db.execute<{ total: number }>(sql`select count(*)::int as total from (${waitingRuns(teamId, userId)}) r`);
  return { builder_runs: rows.map(toOpen), total: counted[0]?.total ?? 0 };
}

function toOpen({
  run,
  name,
  ...place
}: { run: BuilderRunRecord; name: string | null } & Omit<OpenBuilderRun, keyof BuilderRunRecord | "asked_by">) {
  const { checkpoint_config: _, ...record } = toBuilderRun(run);
  const { agent_id, prompt, summary, questions, created_at, updated_at } = run;
  return { ...record, ...place, agent_id, prompt, summary, questions, asked_by: personOf(run.user_id, name), created_at, updated_at };
}
