-- When a revision was made live, however that came about: by its agent, an automation, or as the first one.

CREATE OR REPLACE FUNCTION note_live_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.revision_lives (id, agent_id, build_id) VALUES (gen_random_uuid(), NEW.agent_id, NEW.id);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER revisions_live_created AFTER INSERT ON revisions FOR EACH ROW WHEN (NEW.status = 'live')
  EXECUTE FUNCTION note_live_revision();
CREATE OR REPLACE TRIGGER revisions_live_changed AFTER UPDATE ON revisions FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status AND NEW.status = 'live') EXECUTE FUNCTION note_live_revision();
