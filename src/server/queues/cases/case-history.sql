-- Cases whose history retention may still have to remove.

-- Whoever writes to a case may note an event of it, in the same transaction.
CREATE OR REPLACE FUNCTION case_has_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.has_history := true;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER cases_have_history BEFORE UPDATE OF updated_at ON cases
  FOR EACH ROW WHEN (NOT OLD.has_history AND NEW.updated_at IS DISTINCT FROM OLD.updated_at) EXECUTE FUNCTION case_has_history();
