-- What the owner of a secret, a login or a connection agrees to.

-- What programs of a configuration begin with beside it: the files of its skills, and its team files except plain data. A start command that
-- speaks of them may begin any of them. Each content has a key of its own, so what was changed and changed back is another one.
CREATE OR REPLACE FUNCTION revision_inputs(team uuid, config jsonb) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'skills', (SELECT coalesce(jsonb_agg(jsonb_build_array(f.skill_id, f.path, f.object_key) ORDER BY f.skill_id, f.path), '[]')
      FROM public.skills s JOIN public.skill_files f ON f.skill_id = s.id WHERE s.team_id = $1 AND ($2 #> '{data,skills}') ? s.id::text),
    'files', (SELECT coalesce(jsonb_agg(jsonb_build_array(f.path, f.object_key) ORDER BY f.path), '[]')
      FROM public.files f WHERE f.team_id = $1
        AND f.path IN (SELECT jsonb_array_elements_text(CASE jsonb_typeof($2 #> '{data,files}') WHEN 'array' THEN $2 #> '{data,files}' ELSE '[]' END))
        AND (f.path !~* '\.(csv|tsv|json|jsonl|ndjson|xml|xlsx?|ods|parquet|pdf|png|jpe?g|gif|webp|heic|tiff?)$'
          OR coalesce($2 #>> '{data,source,startCommand}', '') ~ 'files')))
$$;

-- Everything that decides what the runs of a revision can do with a secret, a login or a connection.
CREATE OR REPLACE FUNCTION revision_seen(revision uuid) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT public.revision_inputs(a.team_id, r.config) || jsonb_build_object(
    'config', r.config,
    'agents', jsonb_build_array(r.handover_target_ids, r.handover_to, r.sub_agent_ids),
    'queues', (SELECT coalesce(jsonb_agg(jsonb_build_array(s.integration_type, q.queue_id) ORDER BY s.integration_type, q.queue_id), '[]')
      FROM public.revision_slots s LEFT JOIN public.revision_slot_queues q ON q.slot_id = s.id
      WHERE s.build_id = r.id AND s.integration_type IN ('case-queue-producer', 'case-queue-consumer')))
    -- A revision without such slots stays what it was before there were any.
    || coalesce((SELECT jsonb_build_object('connections', jsonb_agg(coalesce(s.custom_integration_id, s.integration_id) ORDER BY 1)) FROM public.revision_slots s
      WHERE s.build_id = r.id AND s.integration_type NOT IN ('case-queue-producer', 'case-queue-consumer') HAVING count(*) > 0), '{}')
    -- What is called without asking anybody. To ask more, or to call less, needs nobody's consent.
    || coalesce((SELECT jsonb_build_object('tools', jsonb_agg(jsonb_build_array(coalesce(s.custom_integration_id, s.integration_id), p.server_url, p.name, p.digest)
        ORDER BY coalesce(s.custom_integration_id, s.integration_id), p.server_url, p.name)) FROM public.revision_slots s JOIN public.slot_tool_policies p ON p.slot_id = s.id
      WHERE s.build_id = r.id AND p.policy = 'allow' HAVING count(*) > 0), '{}')
  FROM public.revisions r JOIN public.agents a ON a.id = r.agent_id WHERE r.id = $1
$$;

CREATE OR REPLACE FUNCTION revision_fingerprint(revision uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT encode(sha256(convert_to(public.revision_seen($1)::text, 'UTF8')), 'hex')
$$;

-- The revisions that name a team's file and that a person agreed to as they are.
CREATE OR REPLACE FUNCTION agreed_with_file(person uuid, team uuid, path text) RETURNS uuid[] LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN ARRAY(
    SELECT g.revision_id FROM public.revision_agreements g JOIN public.revisions r ON r.id = g.revision_id JOIN public.agents a ON a.id = r.agent_id
    WHERE g.user_id = person AND a.team_id = team AND r.config -> 'data' -> 'files' @> to_jsonb(ARRAY[path])
      AND g.fingerprint = public.revision_fingerprint(r.id));
END $$;

-- A person's agreements count after a change as they did before it, where nothing but these parts has changed.
CREATE OR REPLACE FUNCTION agree_again(person uuid, agreed uuid[], parts text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE public.revision_agreements g
  SET fingerprint = public.revision_fingerprint(g.revision_id), seen = public.revision_seen(g.revision_id), agreed_at = now()
  WHERE g.user_id = person AND g.revision_id = ANY (agreed) AND public.revision_seen(g.revision_id) - parts = g.seen - parts;
END $$;
