CREATE TABLE "workers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"pid" integer NOT NULL,
	"version" text NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"alive_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "runs_active";--> statement-breakpoint
ALTER TABLE "builder_runs" ADD COLUMN "worker_id" uuid;--> statement-breakpoint
ALTER TABLE "builder_runs" ADD COLUMN "next_attempt_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "worker_id" uuid;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "due_at" timestamp (3) with time zone GENERATED ALWAYS AS (case when status = 'pending' then coalesce(next_attempt_at, created_at)
      when status in ('starting', 'running') and worker_id is null then next_attempt_at end) STORED;--> statement-breakpoint
CREATE INDEX "builder_runs_worker" ON "builder_runs" USING btree ("worker_id") WHERE worker_id is not null;--> statement-breakpoint
CREATE INDEX "runs_due" ON "runs" USING btree ("due_at","id") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "runs_worker" ON "runs" USING btree ("worker_id") WHERE worker_id is not null;--> statement-breakpoint
-- Whoever held these ended before the service that brings this began.
UPDATE builder_runs SET next_attempt_at = lease_until WHERE status = 'running';--> statement-breakpoint
UPDATE runs SET next_attempt_at = lease_until WHERE status IN ('starting', 'running');--> statement-breakpoint
ALTER TABLE "builder_runs" DROP COLUMN "lease_until";--> statement-breakpoint
ALTER TABLE "runs" DROP COLUMN "lease_until";