-- A run changes its team when its agent moves: it leaves one team's counts and enters the other's.
CREATE OR REPLACE FUNCTION count_runs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM count_run(OLD, OLD.status, -1);
  ELSIF TG_OP = 'INSERT' THEN
    PERFORM count_run(NEW, NEW.status, 1);
  ELSIF OLD.status = NEW.status AND OLD.team_id = NEW.team_id THEN
    PERFORM count_run(NEW, NEW.status, 0);
  ELSE
    PERFORM count_run(OLD, OLD.status, -1);
    PERFORM count_run(NEW, NEW.status, 1);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER runs_counted_moved AFTER UPDATE ON runs FOR EACH ROW
WHEN (OLD.team_id IS DISTINCT FROM NEW.team_id) EXECUTE FUNCTION count_runs();
