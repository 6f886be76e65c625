-- The file that a new one at this path would contradict: one at a folder of it, or below it. `~>=~` compares bytes, as the index of paths does,
-- and what is below `a` begins with `a/`, before `a0`.
CREATE OR REPLACE FUNCTION team_path_clash(team uuid, given text, folders text[]) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT c.path FROM (
    SELECT f.path FROM public.files f WHERE f.team_id = team AND f.path = ANY (folders)
    UNION ALL SELECT f.path FROM public.files f WHERE f.team_id = team AND f.path ~>=~ (given || '/') AND f.path ~<~ (given || '0')) c
    LIMIT 1);
END $$;

-- Makes bytes that are stored the content of a team's file: a new file's, or the next version of one that is there. Changes nothing where it says
-- what `refused` it. `held` makes the caller take the locks first: what is read here is what was there after them.
CREATE OR REPLACE FUNCTION save_team_file(
  held int, w jsonb, OUT file_id uuid, OUT kind text, OUT mimetype text, OUT file_version int, OUT refused text, OUT clash text
) LANGUAGE plpgsql AS $$
DECLARE
  team CONSTANT uuid := w ->> 'team';
  given CONSTANT text := w ->> 'path';
  seen_by CONSTANT uuid := w ->> 'seen_by';
  -- The person may have left since the address was signed.
  author CONSTANT uuid := (SELECT u.id FROM public.users u WHERE u.id = (w ->> 'author')::uuid);
  old public.files;
  agreed uuid[];
BEGIN
  SELECT f.* INTO old FROM public.files f WHERE f.team_id = team AND f.path = given;
  file_version := coalesce(old.version, 0);
  IF (w ->> 'expected')::bigint <> file_version THEN
    refused := 'version_conflict';
    RETURN;
  END IF;
  IF old.id IS NULL THEN
    clash := public.team_path_clash(team, given, ARRAY(SELECT jsonb_array_elements_text(w -> 'folders')));
    refused := CASE WHEN clash IS NOT NULL THEN 'path'
      WHEN w ->> 'most' IS NOT NULL AND (SELECT count(*) FROM public.files f WHERE f.team_id = team) >= (w ->> 'most')::int THEN 'full' END;
    IF refused IS NOT NULL THEN
      RETURN;
    END IF;
  END IF;
  IF seen_by IS NOT NULL THEN
    agreed := public.agreed_with_file(seen_by, team, given);
  END IF;
  file_version := file_version + 1;
  IF old.id IS NULL THEN
    kind := 'added';
    file_id := w ->> 'id';
    mimetype := coalesce(w ->> 'mimetype', w ->> 'usual_mimetype');
    INSERT INTO public.files (id, team_id, path, mimetype, size_bytes, object_key, created_by, written_by)
    VALUES (file_id, team, given, mimetype, (w ->> 'size')::bigint, w ->> 'object_key', author, author);
  ELSE
    kind := 'changed';
    file_id := old.id;
    mimetype := coalesce(w ->> 'mimetype', old.mimetype);
    UPDATE public.files f SET object_key = w ->> 'object_key', size_bytes = (w ->> 'size')::bigint, mimetype = save_team_file.mimetype,
      version = file_version, written_by = author, written_at = now(), updated_at = now()
    WHERE f.id = old.id;
    -- After it: what was there counts against whoever replaced it.
    PERFORM public.keep_file_version(old, (w ->> 'longest_version')::bigint, (w ->> 'kept_versions')::int);
  END IF;
  IF cardinality(agreed) > 0 THEN
    PERFORM public.agree_again(seen_by, agreed, ARRAY['files']);
  END IF;
END $$;

-- Puts a file's former content among its earlier ones, and lets the oldest go: first, so that a file that has them all needs room for one more only.
CREATE OR REPLACE FUNCTION keep_file_version(old public.files, longest bigint, kept int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF old.size_bytes > longest THEN
    INSERT INTO public.orphaned_objects (object_key) VALUES (old.object_key) ON CONFLICT DO NOTHING;
    RETURN;
  END IF;
  WITH gone AS (DELETE FROM public.file_versions v WHERE v.file_id = old.id AND v.version <= old.version + 1 - kept RETURNING v.object_key)
  INSERT INTO public.orphaned_objects (object_key) SELECT gone.object_key FROM gone ON CONFLICT DO NOTHING;
  INSERT INTO public.file_versions (file_id, version, size_bytes, object_key, written_by, written_at)
  VALUES (old.id, old.version, old.size_bytes, old.object_key, old.written_by, old.written_at);
END $$;
