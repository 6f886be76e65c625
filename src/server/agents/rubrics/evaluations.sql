-- Figures of runs that are gone stay for as long as the agent that they are about.
CREATE OR REPLACE FUNCTION forget_judged_runs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM public.run_evaluations e USING gone g WHERE e.agent_id = g.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER agents_judged_runs AFTER DELETE ON agents REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION forget_judged_runs();
