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
  /** The case of each run. Those of every second run failed, and say why. */
  readonly cases: readonly string[];
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
       created_at, completed_at, eval_summary)
     select id, $2, $3, $4, case when age is null then 'waiting' else 'completed' end, 'api', 'Work', n, 3, sandbox, parent,
       'call ' || n, coalesce(${ended}, now()), ${ended}, '{"status": "ready", "passed": 1, "total": 1}'
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
    `insert into run_evaluations (run_id, id, agent_id, build_id, status, next_attempt_at, verdicts, passed, total, final_comment,
       evaluated_at)
     select id, gen_random_uuid(), $2, $3, case when id = any($4) then 'in_progress' else 'ready' end,
       case when id = any($4) then timestamptz '2999-01-01' end,
       case when id = any($4) then '[]' else '[{"slug": "s", "title": "T", "passed": true, "reason": "As it said"}]'::jsonb end, 1, 1, 'Fine',
       case when id <> all($4) then coalesce(${ended}, now()) end
     from unnest($1::uuid[], $5::int[]) r(id, age)`,
    [ids, agentId, buildId, tied("evaluation"), runs.map((r) => r.age)],
  );
  await pool.query(
    `insert into webhook_deliveries (id, run_id, team_id, url, event, status, next_attempt_at)
     select gen_random_uuid(), id, $2, 'http://127.0.0.1:9/', 'run.completed', 'completed', case when id = any($3) then timestamptz '2999-01-01' end
     from unnest($1::uuid[]) r(id)`,
    [ids, teamId, tied("delivery")],
  );
  const cases = await plantCases(pool, { queueId, runs: ids, ages: runs.map((r) => r.age), tied });
  await pool.query(
    `insert into builder_runs (id, team_id, agent_id, build_id, prompt_number, status, prompt, model, context_run_id, turns)
     select gen_random_uuid(), $2, $3, $4, n, case when n = 1 then 'waiting_for_input' else 'completed' end, 'Change it', 'scripted', id, '[]'
     from unnest($1::uuid[]) with ordinality r(id, n)`,
    [tied("generation"), teamId, agentId, buildId],
  );
  return { organizationId, teamId, agentId, runs: ids, sandboxes, cases };
}

interface CasesOfRuns {
  readonly queueId: string;
  readonly runs: readonly string[];
  readonly ages: readonly (number | null)[];
  readonly tied: (tie: AgedRun["tie"]) => string[];
}

/** A case for each run: closed and judged as the run ended, unless that is what the run is still needed for. */
async function plantCases(pool: pg.Pool, { queueId, runs, ages, tied }: CasesOfRuns): Promise<string[]> {
  const ids = runs.map(() => newId());
  const caseOf = (which: readonly string[]) => which.map((run) => ids[runs.indexOf(run)]);
  await pool.query(
    `insert into cases (id, queue_id, title, data, state, priority, run_id, claimed_at, completed_at, passed)
     select id, $3, 'Case', '', case when run = any($4) then 'in_progress' when n % 2 = 0 then 'failed' else 'completed' end, 0, run, now(),
       case when run <> all($4) then coalesce(now() - make_interval(days => age, hours => 12), now()) end, case when run <> all($4) then true end
     from unnest($1::uuid[], $2::uuid[], $5::int[]) with ordinality c(id, run, age, n)`,
    [ids, runs, queueId, tied("case"), ages],
  );
  await pool.query(
    `insert into case_evaluations (case_id, queue_id, status, next_attempt_at, evaluated_at, summary)
     select id, queue_id, case when waits then 'in_progress' else 'ready' end, case when waits then timestamptz '2999-01-01' end,
       case when not waits then completed_at end, case when not waits then '{"status": "ready", "passed": 1, "total": 1}'::jsonb end
     from (select c.*, id = any($2) as waits from cases c where id = any($1) and completed_at is not null) c`,
    [ids, caseOf(tied("case evaluation"))],
  );
  await pool.query(
    `insert into case_events (case_id, type, run_id, before)
     select c.id, coalesce(type, c.state), case when type = 'claimed' then run end,
       case when type = 'status_changed' then jsonb_build_object('state', 'pending', 'evaluation', to_jsonb(e)) end
     from unnest($1::uuid[], $2::uuid[]) p(id, run) join cases c on c.id = p.id left join case_evaluations e on e.case_id = c.id,
       unnest(array['created', 'claimed', 'status_changed', null]) with ordinality t(type, n)
     where type in ('created', 'claimed') or c.completed_at is not null order by c.id, n`,
    [ids, runs],
  );
  await pool.query(
    `update runs r set case_queue_id = $3, case_queue_item_id = c.id, case_title = 'Case'
     from unnest($1::uuid[], $2::uuid[]) c(id, run) where r.id = c.run`,
    [ids, runs, queueId],
  );
  const asking = tied("approvals");
  await pool.query(
    `insert into case_approval_batches (id, case_id, run_id, tool_call_id, title)
     select gen_random_uuid(), id, run, 'approve', 'All?' from unnest($1::uuid[], $2::uuid[]) c(id, run)`,
    [caseOf(asking), asking],
  );
  return ids;
}

/** What goes of a world. */
export interface Gone {
  readonly runs: readonly string[];
  readonly sandboxes: readonly string[];
  /** Runs and cases whose evaluation goes. */
  readonly verdicts: readonly string[];
  /** Cases whose history goes. */
  readonly histories: readonly string[];
}

type Row = Readonly<Record<string, unknown>>;

/** A row of a table as it is once the others are gone; undefined where it goes itself. */
export function afterRemoval(table: string, row: Row, gone: Gone): Row | undefined {
  const has = (ids: readonly string[], column: string) => ids.includes(String(row[column]));
  switch (table) {
    case "runs": {
      if (has(gone.runs, "id")) return undefined;
      const withoutFiles = has(gone.sandboxes, "sandbox_id") ? { ...row, sandbox_id: null } : row;
      return has(gone.verdicts, "id") ? { ...withoutFiles, eval_summary: null, issue_severity: null } : withoutFiles;
    }
    case "run_evaluations": {
      if (has(gone.verdicts, "run_id")) return undefined;
      const verdicts = [{ slug: "s", title: "T", passed: true, reason: "" }];
      return has(gone.runs, "run_id") ? { ...row, verdicts, final_comment: null } : row;
    }
    case "run_messages":
    case "human_requests":
    case "webhook_deliveries":
      return has(gone.runs, "run_id") ? undefined : row;
    case "sandboxes":
      return has(gone.sandboxes, "id") ? undefined : row;
    case "sandbox_files":
      return has(gone.sandboxes, "sandbox_id") ? undefined : row;
    case "case_evaluations":
      return has(gone.verdicts, "case_id") ? undefined : row;
    case "case_events":
      if (has(gone.histories, "case_id") && row.type !== "failed") return undefined;
      return row.before && has(gone.verdicts, "case_id") ? { ...row, before: { state: "pending" } } : row;
    case "cases":
      return has(gone.histories, "id") ? { ...row, has_history: false } : row;
    default:
      return row;
  }
}
