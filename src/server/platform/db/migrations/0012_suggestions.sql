CREATE TABLE "suggestions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"agent_id" uuid NOT NULL,
	"build_id" uuid NOT NULL,
	"rubric_slug" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"dedup_key" text NOT NULL,
	"addition" text NOT NULL,
	"sources" jsonb NOT NULL,
	"resolved_at" timestamp (3) with time zone,
	"resolved_by_user_id" uuid,
	"superseded_reason" text,
	"superseded_by_suggestion_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "suggestions_once" UNIQUE("agent_id","dedup_key")
);
--> statement-breakpoint
ALTER TABLE "suggestions" ADD CONSTRAINT "suggestions_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suggestions" ADD CONSTRAINT "suggestions_build_id_revisions_id_fk" FOREIGN KEY ("build_id") REFERENCES "public"."revisions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suggestions" ADD CONSTRAINT "suggestions_resolved_by_user_id_users_id_fk" FOREIGN KEY ("resolved_by_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "suggestions_pending" ON "suggestions" USING btree ("agent_id","rubric_slug") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "suggestions_agent" ON "suggestions" USING btree ("agent_id","created_at","id");--> statement-breakpoint
CREATE INDEX "suggestions_build" ON "suggestions" USING btree ("build_id");