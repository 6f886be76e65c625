-- Keeps run_counts in the transaction that changes a run. Scopes: team, agent, and member of a team (`team:user`).
CREATE FUNCTION count_run(r runs, new_status text, amount integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO run_counts (scope, status, n, changes)
  SELECT s.scope, new_status, amount, 1
  FROM (VALUES (r.team_id::text), (r.agent_id::text), (r.team_id::text || ':' || r.user_id::text)) AS s(scope)
  WHERE s.scope IS NOT NULL
$$;--> statement-breakpoint
CREATE FUNCTION count_runs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM count_run(OLD, OLD.status, -1);
  ELSIF TG_OP = 'INSERT' THEN
    PERFORM count_run(NEW, NEW.status, 1);
  ELSIF OLD.status = NEW.status THEN
    PERFORM count_run(NEW, NEW.status, 0);
  ELSE
    PERFORM count_run(OLD, OLD.status, -1);
    PERFORM count_run(NEW, NEW.status, 1);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER runs_counted_created AFTER INSERT OR DELETE ON runs FOR EACH ROW EXECUTE FUNCTION count_runs();--> statement-breakpoint
-- Only what a filter of the run list reads: progress notes of a running run leave cached totals valid.
CREATE TRIGGER runs_counted_changed AFTER UPDATE ON runs FOR EACH ROW
WHEN (OLD.status IS DISTINCT FROM NEW.status OR OLD.title IS DISTINCT FROM NEW.title OR OLD.case_title IS DISTINCT FROM NEW.case_title
  OR OLD.case_queue_id IS DISTINCT FROM NEW.case_queue_id OR OLD.issue_severity IS DISTINCT FROM NEW.issue_severity
  OR OLD.digest_id IS DISTINCT FROM NEW.digest_id OR OLD.source IS DISTINCT FROM NEW.source OR OLD.eval_summary IS DISTINCT FROM NEW.eval_summary)
EXECUTE FUNCTION count_runs();
