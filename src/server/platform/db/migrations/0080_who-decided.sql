ALTER TABLE "builder_runs" ADD COLUMN "decided_by" uuid;--> statement-breakpoint
ALTER TABLE "builder_runs" ADD COLUMN "decision_note" text;--> statement-breakpoint
ALTER TABLE "builder_runs" ADD CONSTRAINT "builder_runs_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action NOT VALID;
