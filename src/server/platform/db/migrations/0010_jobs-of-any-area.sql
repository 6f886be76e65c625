ALTER TABLE "team_jobs" DROP CONSTRAINT "kind_word";--> statement-breakpoint
ALTER TABLE "case_jobs" ADD COLUMN "stops_work" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "team_jobs" ADD COLUMN "stops_work" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE case_jobs SET stops_work = true WHERE act ->> 'kind' = 'clear';--> statement-breakpoint
UPDATE team_jobs SET stops_work = true WHERE kind in ('agent_deleted', 'queue_deleted', 'automation_deleted');
