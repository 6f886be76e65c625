-- What its programs were answered serves a restart only.
CREATE OR REPLACE FUNCTION drop_program_calls() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM public.program_calls WHERE run_id = NEW.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER runs_drop_program_calls AFTER UPDATE OF status ON runs FOR EACH ROW
  WHEN (NEW.sandbox_id IS NOT NULL AND NEW.status IN ('completed', 'failed', 'interrupted') AND NEW.status <> OLD.status)
  EXECUTE FUNCTION drop_program_calls();
