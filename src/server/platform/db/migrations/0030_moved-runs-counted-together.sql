-- Whoever moves an agent counts its runs in the statement that moves them: six rows for each of 100,000 runs were half of a move's time, and
-- slowed every total down until they were folded. The setting ends with the transaction.
DROP TRIGGER runs_counted_moved ON runs;--> statement-breakpoint
CREATE TRIGGER runs_counted_moved AFTER UPDATE ON runs FOR EACH ROW
WHEN (OLD.team_id IS DISTINCT FROM NEW.team_id AND current_setting('caseload.moved_runs', true) IS DISTINCT FROM 'counted')
EXECUTE FUNCTION count_runs();
