CREATE TABLE "case_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"queue_id" uuid NOT NULL,
	"owner_id" uuid,
	"name" text NOT NULL,
	"status" text,
	"priority" text,
	"label" jsonb,
	"search" text,
	"sort_order" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "case_views" ADD CONSTRAINT "case_views_queue_id_queues_id_fk" FOREIGN KEY ("queue_id") REFERENCES "public"."queues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_views" ADD CONSTRAINT "case_views_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "case_views_own_name" ON "case_views" USING btree ("queue_id","owner_id","name") WHERE owner_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "case_views_team_name" ON "case_views" USING btree ("queue_id","name") WHERE owner_id is null;--> statement-breakpoint
CREATE INDEX "case_views_owner" ON "case_views" USING btree ("owner_id");