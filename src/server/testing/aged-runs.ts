import type pg from "pg";
import { newId } from "#server/platform/db/columns.ts";

/** An ended or active run as a world of {@link plantRuns} describes it. Places name others of the same world. */
export interface AgedRun {
  /** Whole days since it ended, and half a day more; null: it is still active. */
  readonly age: number | null;
  readonly parent: number | null;
  readonly sandbox: number | null;
  /** What still goes on about it. */
  readonly tie: "evaluation" | "delivery" | "case" | "case evaluation" | "approvals" | "generation" | null;
}

export interface Planted {
  readonly organizationId: string;
  readonly teamId: string;
  readonly agentId: string;
  readonly runs: readonly string[];
  readonly sandboxes: readonly string[];
}

/** An organization with one team and these runs, each with messages, a result and a delivery, and with files where it has a sandbox. */
export async function plantRuns(pool: pg.Pool, runs: readonly AgedRun[], sandboxCount: number): Promise<Planted> {
  const [organizationId, teamId, agentId, queueId, buildId] = [newId(), newId(), newId(), newId(), newId()];
  const ids = runs.map(() => newId());
  const sandboxes = Array.from({ length: sandboxCount }, () => newId());
  const at = (index: number | null, of: readonly string[]) => (index === null ? null : (of[index] ?? null));
  await pool.query("insert into organizations (id, name) values ($1, 'Aged')", [organizationId]);
  await pool.query("insert into teams (id, organization_id, name) values ($1, $2, 'Aged')", [teamId, organizationId]);
  await pool.query("insert into agents (id, team_id, name, type) values ($1, $2, 'Agent', 'agent')", [agentId, teamId]);
  await pool.query("insert into revisions (id, agent_id, name, status, revision_number) values ($1, $2, 'First', 'draft', 1)", [
    buildId,
    agentId,
  ]);
  await pool.query("insert into queues (id, team_id, name) values ($1, $2, 'Queue')", [queueId, teamId]);
  await pool.query(`insert into sandboxes (id, team_id, bytes, expires_at) select id, $2, 0, 'infinity' from unnest($1::uuid[]) s(id)`, [
    sandboxes,
    teamId,
  ]);
  await pool.query(
    `insert into sandbox_files (sandbox_id, path, size_bytes, object_key)
     select id, 'f' || n, 10, 'sandboxes/' || id || '/' || n from unnest($1::uuid[]) s(id), generate_series(1, 3) n`,
    [sandboxes],
  );
  const ended = "now() - make_interval(days => age, hours => 12)";
  await pool.query(
    `insert into runs (id, team_id, agent_id, build_id, status, source, title, run_number, message_count, sandbox_id, parent_run_id, parent_call_id,
       created_at, completed_at)
     select id, $2, $3, $4, case when age is null then 'waiting' else 'completed' end, 'api', 'Work', n, 3, sandbox, parent,
       'call ' || n, coalesce(${ended}, now()), ${ended}
     from unnest($1::uuid[], $5::int[], $6::uuid[], $7::uuid[]) with ordinality r(id, age, sandbox, parent, n)`,
    [ids, teamId, agentId, buildId, runs.map((r) => r.age), runs.map((r) => at(r.sandbox, sandboxes)), runs.map((r) => at(r.parent, ids))],
  );
  await pool.query(
    `insert into run_messages (id, run_id, seq, type, role, text_content)
     select gen_random_uuid(), id, n, 'text', 'assistant', 'said' from unnest($1::uuid[]) r(id), generate_series(0, 2) n`,
    [ids],
  );
  await pool.query(
    `insert into human_requests (id, run_id, team_id, tool_call_id, kind, title, responded_at)
     select gen_random_uuid(), id, $2, 'c', 'approval', 'May it?', now() from unnest($1::uuid[]) r(id)`,
    [ids, teamId],
  );
  const tied = (tie: AgedRun["tie"]) => ids.filter((_, i) => runs[i]?.tie === tie);
  await pool.query(
    `insert into run_evaluations (run_id, id, agent_id, build_id, status, next_attempt_at, verdicts, passed, total, final_comment)
     select id, gen_random_uuid(), $2, $3, case when id = any($4) then 'in_progress' else 'ready' end,
       case when id = any($4) then timestamptz '2999-01-01' end,
       case when id = any($4) then '[]' else '[{"slug": "s", "title": "T", "passed": true, "reason": "As it said"}]'::jsonb end, 1, 1, 'Fine'
     from unnest($1::uuid[]) r(id)`,
    [ids, agentId, buildId, tied("evaluation")],
  );
  await pool.query(
    `insert into webhook_deliveries (id, run_id, team_id, url, event, status, next_attempt_at)
     select gen_random_uuid(), id, $2, 'http://127.0.0.1:9/', 'run.completed', 'completed', case when id = any($3) then timestamptz '2999-01-01' end
     from unnest($1::uuid[]) r(id)`,
    [ids, teamId, tied("delivery")],
  );
  await plantCases(pool, queueId, ids, tied);
  await pool.query(
    `insert into builder_runs (id, team_id, agent_id, build_id, prompt_number, status, prompt, model, context_run_id, turns)
     select gen_random_uuid(), $2, $3, $4, n, case when n = 1 then 'waiting_for_input' else 'completed' end, 'Change it', 'scripted', id, '[]'
     from unnest($1::uuid[]) with ordinality r(id, n)`,
    [tied("generation"), teamId, agentId, buildId],
  );
  return { organizationId, teamId, agentId, runs: ids, sandboxes };
}

/** A case for each run: closed, unless that is what the run is still needed for. */
async function plantCases(pool: pg.Pool, queueId: string, runs: readonly string[], tied: (tie: AgedRun["tie"]) => string[]): Promise<void> {
  const ids = runs.map(() => newId());
  const caseOf = (which: readonly string[]) => which.map((run) => ids[runs.indexOf(run)]);
  await pool.query(
    `insert into cases (id, queue_id, title, data, state, priority, run_id, claimed_at, completed_at)
     select id, $3, 'Case', '', case when run = any($4) then 'in_progress' else 'completed' end, 0, run, now(), case when run = any($4) then null else now() end
     from unnest($1::uuid[], $2::uuid[]) c(id, run)`,
    [ids, runs, queueId, tied("case")],
  );
  await pool.query(
    `insert into case_events (case_id, type, run_id)
     select id, type, case when type = 'created' then null else run end
     from unnest($1::uuid[], $2::uuid[]) c(id, run), unnest(array['created', 'claimed', 'completed']) type`,
    [ids, runs],
  );
  await pool.query(
    `update runs r set case_queue_id = $3, case_queue_item_id = c.id, case_title = 'Case'
     from unnest($1::uuid[], $2::uuid[]) c(id, run) where r.id = c.run`,
    [ids, runs, queueId],
  );
  await pool.query(
    "insert into case_evaluations (case_id, status, next_attempt_at) select id, 'in_progress', '2999-01-01' from unnest($1::uuid[]) c(id)",
    [caseOf(tied("case evaluation"))],
  );
  const asking = tied("approvals");
  await pool.query(
    `insert into case_approval_batches (id, case_id, run_id, tool_call_id, title)
     select gen_random_uuid(), id, run, 'approve', 'All?' from unnest($1::uuid[], $2::uuid[]) c(id, run)`,
    [caseOf(asking), asking],
  );
}
