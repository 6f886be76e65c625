ALTER TABLE "list_views" DROP CONSTRAINT "list_word";--> statement-breakpoint
DROP INDEX "list_views_own_name";--> statement-breakpoint
DROP INDEX "list_views_team_name";--> statement-breakpoint
ALTER TABLE "list_views" ADD COLUMN "place_id" uuid;--> statement-breakpoint
UPDATE list_views SET place_id = team_id;--> statement-breakpoint
ALTER TABLE "list_views" ALTER COLUMN "place_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "list_views" ADD CONSTRAINT "list_word" CHECK (list in ('runs', 'agents', 'automations', 'files', 'queues', 'cases'));--> statement-breakpoint
CREATE FUNCTION pg_temp.in_address(value text) RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(
    CASE WHEN c = ' ' THEN '+'
      WHEN strpos('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789*-._', c) > 0 THEN c
      ELSE regexp_replace(upper(encode(convert_to(c, 'UTF8'), 'hex')), '(..)', '%\1', 'g') END, '' ORDER BY n)
  FROM regexp_split_to_table(value, '') WITH ORDINALITY AS t (c, n)
$$;--> statement-breakpoint
-- A search that the address would read as JSON is a JSON string.
INSERT INTO list_views (id, team_id, place_id, list, owner_id, name, search, created_at, updated_at)
SELECT v.id, q.team_id, v.queue_id, 'cases', v.owner_id, v.name,
  concat_ws('&', 'status=' || v.status, 'priority=' || v.priority,
    'label=' || pg_temp.in_address('[' || to_json(coalesce(v.label ->> 'key', ''))::text || ',' || to_json(v.label ->> 'value')::text || ']'),
    'search=' || pg_temp.in_address(CASE WHEN v.search ~ '^\s*(["[{0-9-]|true|false|null)' THEN to_json(v.search)::text ELSE nullif(v.search, '') END),
    CASE v.sort_order WHEN 'asc' THEN 'order=asc' END),
  v.created_at, v.updated_at
FROM case_views v JOIN queues q ON q.id = v.queue_id;--> statement-breakpoint
CREATE INDEX "list_views_team" ON "list_views" USING btree ("team_id");--> statement-breakpoint
CREATE UNIQUE INDEX "list_views_own_name" ON "list_views" USING btree ("place_id","list","owner_id","name") WHERE owner_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "list_views_team_name" ON "list_views" USING btree ("place_id","list","name") WHERE owner_id is null;--> statement-breakpoint
DROP TABLE "case_views";
