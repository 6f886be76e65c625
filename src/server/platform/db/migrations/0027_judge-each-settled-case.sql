-- Case by case: rows before and after a statement can only be brought together by comparing each with each, which takes 18 s for 12,500 cases.
DROP TRIGGER cases_judged ON cases;--> statement-breakpoint
DROP FUNCTION judge_settled_cases;--> statement-breakpoint
CREATE FUNCTION judge_settled_case() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state NOT IN ('completed', 'failed') THEN
    DELETE FROM case_evaluations WHERE case_id = NEW.id AND status = 'in_progress';
  ELSIF EXISTS (SELECT FROM case_events WHERE case_id = NEW.id AND type = 'claimed') THEN
    INSERT INTO case_evaluations (case_id, status, next_attempt_at) VALUES (NEW.id, 'in_progress', now())
    ON CONFLICT (case_id) DO UPDATE SET status = 'in_progress', lease = case_evaluations.lease + 1, attempt = 0, next_attempt_at = now(),
      verdicts = '[]', summary = null, model = null, evaluated_at = null;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER cases_judged AFTER UPDATE OF state ON cases FOR EACH ROW
WHEN (OLD.state <> NEW.state AND (NEW.state IN ('completed', 'failed') OR OLD.state IN ('completed', 'failed'))) EXECUTE FUNCTION judge_settled_case();
