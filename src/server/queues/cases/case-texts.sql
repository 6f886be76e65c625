-- What a search of cases reads.

-- No phrase has a blank in it, so none can be taken for a queue.
CREATE OR REPLACE FUNCTION case_words(queue_id uuid, title text, data text) RETURNS tsvector LANGUAGE sql IMMUTABLE AS $$
  SELECT array_to_tsvector(array['# ' || queue_id::text]) || public.words_of(title || ' ' || public.as_read(data))
$$;

CREATE OR REPLACE FUNCTION read_new_cases() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.case_texts (case_id, created_at, words) SELECT id, created_at, public.case_words(queue_id, title, data) FROM new_rows;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION read_changed_case() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE public.case_texts SET words = public.case_words(NEW.queue_id, NEW.title, NEW.data) WHERE case_id = NEW.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER cases_read_new AFTER INSERT ON cases REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION read_new_cases();
CREATE OR REPLACE TRIGGER cases_read_changed AFTER UPDATE OF title, data ON cases FOR EACH ROW EXECUTE FUNCTION read_changed_case();
