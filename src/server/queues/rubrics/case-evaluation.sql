-- Verdicts about cases.

CREATE OR REPLACE FUNCTION judge_settled_case() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state NOT IN ('completed', 'failed') THEN
    DELETE FROM public.case_evaluations WHERE case_id = NEW.id AND status = 'in_progress';
  ELSIF EXISTS (SELECT FROM public.case_events WHERE case_id = NEW.id AND type = 'claimed') THEN
    INSERT INTO public.case_evaluations (case_id, queue_id, status, next_attempt_at) VALUES (NEW.id, NEW.queue_id, 'in_progress', now())
    ON CONFLICT (case_id) DO UPDATE SET status = 'in_progress', lease = case_evaluations.lease + 1, attempt = 0, next_attempt_at = now(),
      asked_at = null, retry_reason = null, verdicts = '[]', summary = null, model = null, evaluated_at = null;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION forget_passed_case() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.passed := null;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER cases_judged AFTER UPDATE OF state ON cases FOR EACH ROW
WHEN (OLD.state <> NEW.state AND (NEW.state IN ('completed', 'failed') OR OLD.state IN ('completed', 'failed')))
EXECUTE FUNCTION judge_settled_case();
CREATE OR REPLACE TRIGGER cases_passed_forgotten BEFORE UPDATE OF state ON cases
  FOR EACH ROW WHEN (OLD.passed IS NOT NULL AND OLD.state <> NEW.state) EXECUTE FUNCTION forget_passed_case();
