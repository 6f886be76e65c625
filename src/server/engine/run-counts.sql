-- Runs, counted as they come, change and go.

-- While runs follow a moved agent it has runs in two teams, and each team counts its own: `team:agent` takes the place of `agent`.
-- What a run leaves and what it comes to are noted together: each statement of a trigger costs more than the rows that it writes.
CREATE OR REPLACE FUNCTION count_runs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (OLD.status <> NEW.status OR OLD.team_id <> NEW.team_id) THEN
    INSERT INTO public.run_counts (scope, status, n, changes)
    SELECT s.scope, s.status, s.amount, 1
    FROM (VALUES (OLD.team_id::text, OLD.status, -1), (OLD.team_id::text || ':' || OLD.agent_id::text, OLD.status, -1),
      (OLD.team_id::text || ':' || OLD.user_id::text, OLD.status, -1), (NEW.team_id::text, NEW.status, 1),
      (NEW.team_id::text || ':' || NEW.agent_id::text, NEW.status, 1), (NEW.team_id::text || ':' || NEW.user_id::text, NEW.status, 1)
    ) AS s(scope, status, amount)
    WHERE s.scope IS NOT NULL;
  ELSE
    INSERT INTO public.run_counts (scope, status, n, changes)
    SELECT s.scope, NEW.status, CASE TG_OP WHEN 'INSERT' THEN 1 ELSE 0 END, 1
    FROM (VALUES (NEW.team_id::text), (NEW.team_id::text || ':' || NEW.agent_id::text), (NEW.team_id::text || ':' || NEW.user_id::text)) AS s(scope)
    WHERE s.scope IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_removed_runs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.run_counts (scope, status, n, changes)
  SELECT s.scope, g.status, -count(*), count(*)
  FROM gone g, LATERAL (VALUES (g.team_id::text), (g.team_id::text || ':' || g.agent_id::text), (g.team_id::text || ':' || g.user_id::text)) AS s(scope)
  WHERE s.scope IS NOT NULL GROUP BY 1, 2;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER runs_counted_created AFTER INSERT ON runs FOR EACH ROW EXECUTE FUNCTION count_runs();

-- Only what a filter of the run list reads: progress notes of a running run leave cached totals valid.
CREATE OR REPLACE TRIGGER runs_counted_changed AFTER UPDATE ON runs FOR EACH ROW
WHEN (OLD.status IS DISTINCT FROM NEW.status OR OLD.title IS DISTINCT FROM NEW.title OR OLD.case_title IS DISTINCT FROM NEW.case_title
  OR OLD.case_queue_id IS DISTINCT FROM NEW.case_queue_id OR OLD.issue_severity IS DISTINCT FROM NEW.issue_severity
  OR OLD.digest_id IS DISTINCT FROM NEW.digest_id OR OLD.source IS DISTINCT FROM NEW.source OR OLD.eval_summary IS DISTINCT FROM NEW.eval_summary)
EXECUTE FUNCTION count_runs();

CREATE OR REPLACE TRIGGER runs_counted_moved AFTER UPDATE ON runs FOR EACH ROW
WHEN (OLD.team_id IS DISTINCT FROM NEW.team_id AND current_setting('caseload.moved_runs', true) IS DISTINCT FROM 'counted')
EXECUTE FUNCTION count_runs();
CREATE OR REPLACE TRIGGER runs_counted_removed AFTER DELETE ON runs REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION count_removed_runs();
