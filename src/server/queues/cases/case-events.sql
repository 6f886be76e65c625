-- A line of the history of a case is an event.

CREATE OR REPLACE FUNCTION record_case_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.events (team_id, actor_kind, actor_id, type, subject_id, data)
  SELECT q.team_id, CASE WHEN e.user_id IS NOT NULL THEN 'user' WHEN e.run_id IS NOT NULL THEN 'run' ELSE 'service' END,
    coalesce(e.user_id, e.run_id), 'case.' || e.type, e.case_id,
    jsonb_strip_nulls(jsonb_build_object('queue_id', c.queue_id, 'run_id', e.run_id, 'agent_id', e.agent_id, 'human_request_id', e.human_request_id))
  FROM added e JOIN public.cases c ON c.id = e.case_id JOIN public.queues q ON q.id = c.queue_id ORDER BY e.seq;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER case_events_recorded AFTER INSERT ON case_events
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION record_case_events();
