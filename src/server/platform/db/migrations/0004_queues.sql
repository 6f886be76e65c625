CREATE TABLE "case_counts" (
	"scope" text NOT NULL,
	"status" text NOT NULL,
	"n" bigint NOT NULL,
	"changes" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "queue_labels" (
	"id" uuid PRIMARY KEY NOT NULL,
	"queue_id" uuid NOT NULL,
	"key" text NOT NULL,
	"value" text NOT NULL,
	"color_hue" double precision NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "queues" (
	"id" uuid PRIMARY KEY NOT NULL,
	"team_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"folder_id" uuid,
	"automation_id" uuid,
	"has_approvals" boolean DEFAULT false NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "revision_slot_queues" (
	"slot_id" uuid NOT NULL,
	"queue_id" uuid NOT NULL,
	CONSTRAINT "revision_slot_queues_slot_id_queue_id_pk" PRIMARY KEY("slot_id","queue_id")
);
--> statement-breakpoint
CREATE TABLE "revision_slots" (
	"id" uuid PRIMARY KEY NOT NULL,
	"build_id" uuid NOT NULL,
	"integration_id" uuid,
	"custom_integration_id" uuid,
	"integration_type" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "queue_labels" ADD CONSTRAINT "queue_labels_queue_id_queues_id_fk" FOREIGN KEY ("queue_id") REFERENCES "public"."queues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "queues" ADD CONSTRAINT "queues_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "queues" ADD CONSTRAINT "queues_folder_id_agent_folders_id_fk" FOREIGN KEY ("folder_id") REFERENCES "public"."agent_folders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "queues" ADD CONSTRAINT "queues_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revision_slot_queues" ADD CONSTRAINT "revision_slot_queues_slot_id_revision_slots_id_fk" FOREIGN KEY ("slot_id") REFERENCES "public"."revision_slots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revision_slot_queues" ADD CONSTRAINT "revision_slot_queues_queue_id_queues_id_fk" FOREIGN KEY ("queue_id") REFERENCES "public"."queues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revision_slots" ADD CONSTRAINT "revision_slots_build_id_revisions_id_fk" FOREIGN KEY ("build_id") REFERENCES "public"."revisions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "case_counts_scope" ON "case_counts" USING btree ("scope");--> statement-breakpoint
CREATE UNIQUE INDEX "queue_labels_name" ON "queue_labels" USING btree ("queue_id","key","value");--> statement-breakpoint
CREATE INDEX "queues_team" ON "queues" USING btree ("team_id",name collate "und-x-icu","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "queues_name" ON "queues" USING btree ("team_id","name") WHERE deleted_at is null and automation_id is null;--> statement-breakpoint
CREATE INDEX "revision_slot_queues_queue" ON "revision_slot_queues" USING btree ("queue_id");--> statement-breakpoint
CREATE UNIQUE INDEX "revision_slots_integration" ON "revision_slots" USING btree ("build_id","integration_id");