CREATE TABLE "revision_agreements" (
	"revision_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"fingerprint" text NOT NULL,
	"seen" jsonb NOT NULL,
	"agreed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "revision_agreements_revision_id_user_id_pk" PRIMARY KEY("revision_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "revisions" ADD COLUMN "changed_by" uuid;--> statement-breakpoint
ALTER TABLE "revisions" ADD COLUMN "changed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "revision_agreements" ADD CONSTRAINT "revision_agreements_revision_id_revisions_id_fk" FOREIGN KEY ("revision_id") REFERENCES "public"."revisions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revision_agreements" ADD CONSTRAINT "revision_agreements_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "revision_agreements_user" ON "revision_agreements" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "revisions" ADD CONSTRAINT "revisions_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
-- What programs of a configuration begin with beside it: the files of its skills, and its team files except plain data. A start command that
-- speaks of them may begin any of them. Each content has a key of its own, so what was changed and changed back is another one.
CREATE FUNCTION revision_inputs(team uuid, config jsonb) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'skills', (SELECT coalesce(jsonb_agg(jsonb_build_array(f.skill_id, f.path, f.object_key) ORDER BY f.skill_id, f.path), '[]')
      FROM skills s JOIN skill_files f ON f.skill_id = s.id WHERE s.team_id = $1 AND ($2 #> '{data,skills}') ? s.id::text),
    'files', (SELECT coalesce(jsonb_agg(jsonb_build_array(f.path, f.object_key) ORDER BY f.path), '[]')
      FROM files f WHERE f.team_id = $1
        AND f.path IN (SELECT jsonb_array_elements_text(CASE jsonb_typeof($2 #> '{data,files}') WHEN 'array' THEN $2 #> '{data,files}' ELSE '[]' END))
        AND (f.path !~* '\.(csv|tsv|json|jsonl|ndjson|xml|xlsx?|ods|parquet|pdf|png|jpe?g|gif|webp|heic|tiff?)$'
          OR coalesce($2 #>> '{data,source,startCommand}', '') ~ 'files')))
$$;--> statement-breakpoint
-- Everything that decides what the runs of a revision can do with a secret or a login.
CREATE FUNCTION revision_seen(revision uuid) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT revision_inputs(a.team_id, r.config) || jsonb_build_object(
    'config', r.config,
    'agents', jsonb_build_array(r.handover_target_ids, r.handover_to, r.sub_agent_ids),
    'queues', (SELECT coalesce(jsonb_agg(jsonb_build_array(s.integration_type, q.queue_id) ORDER BY s.integration_type, q.queue_id), '[]')
      FROM revision_slots s LEFT JOIN revision_slot_queues q ON q.slot_id = s.id WHERE s.build_id = r.id))
  FROM revisions r JOIN agents a ON a.id = r.agent_id WHERE r.id = $1
$$;--> statement-breakpoint
CREATE FUNCTION revision_fingerprint(revision uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT encode(sha256(convert_to(revision_seen($1)::text, 'UTF8')), 'hex')
$$;--> statement-breakpoint
-- Whoever attached something of their own and nothing was changed since has seen what is there now. Everybody else is asked.
INSERT INTO revision_agreements (revision_id, user_id, fingerprint, seen, agreed_at)
SELECT l.revision_id, l.user_id, revision_fingerprint(l.revision_id), revision_seen(l.revision_id), min(l.attached_at)
FROM (
  SELECT b.revision_id, s.user_id, b.attached_at FROM revision_secrets b JOIN secrets s ON s.id = b.secret_id WHERE s.user_id IS NOT NULL AND s.deleted_at IS NULL
  UNION ALL
  SELECT b.revision_id, s.user_id, b.attached_at FROM revision_logins b JOIN logins s ON s.id = b.login_id WHERE s.user_id IS NOT NULL AND s.deleted_at IS NULL) l
JOIN revisions r ON r.id = l.revision_id JOIN agents a ON a.id = r.agent_id
GROUP BY l.revision_id, l.user_id, r.id, a.team_id
HAVING r.updated_at <= min(l.attached_at)
  AND NOT EXISTS (SELECT FROM skills k WHERE k.team_id = a.team_id AND (r.config #> '{data,skills}') ? k.id::text AND k.updated_at > min(l.attached_at))
  AND NOT EXISTS (SELECT FROM files f WHERE f.team_id = a.team_id AND (r.config #> '{data,files}') ? f.path AND f.written_at > min(l.attached_at));
