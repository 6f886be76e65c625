ALTER TABLE "schedules" ADD COLUMN "ended_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "schedules" s SET ended_at = (
  SELECT max(f.created_at) FROM "schedule_firings" f WHERE f.schedule_id = s.id AND f.outcome <> 'by_hand' AND f.created_at > s.updated_at
) WHERE NOT s.enabled AND s.recurring IS FALSE AND s.auto_disabled_at IS NULL;