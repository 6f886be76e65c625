-- What runs of a revision come to is measured from when it was live for the first time.
CREATE OR REPLACE FUNCTION note_first_live() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."first_live_at" := now();
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER revisions_first_live BEFORE INSERT OR UPDATE OF status ON revisions
  FOR EACH ROW WHEN (NEW.status = 'live' AND NEW.first_live_at IS NULL) EXECUTE FUNCTION note_first_live();
