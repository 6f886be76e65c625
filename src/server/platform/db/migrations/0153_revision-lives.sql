CREATE TABLE "revision_lives" (
	"id" uuid PRIMARY KEY NOT NULL,
	"agent_id" uuid NOT NULL,
	"build_id" uuid NOT NULL,
	"made_live_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "revision_lives" ADD CONSTRAINT "revision_lives_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revision_lives" ADD CONSTRAINT "revision_lives_build_id_revisions_id_fk" FOREIGN KEY ("build_id") REFERENCES "public"."revisions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "revision_lives_agent" ON "revision_lives" USING btree ("agent_id","made_live_at");--> statement-breakpoint
CREATE INDEX "revision_lives_build" ON "revision_lives" USING btree ("build_id","made_live_at");