CREATE TABLE "artifact_reads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"artifact_id" uuid NOT NULL,
	"name" text NOT NULL,
	"connection_id" uuid,
	"connection_name" text NOT NULL,
	"tool" text NOT NULL,
	"arguments" json NOT NULL,
	"rows" jsonb NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL,
	"failure" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "artifact_tools" (
	"artifact_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"digest" text NOT NULL,
	"tool" text NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "artifact_tools_artifact_id_connection_id_digest_pk" PRIMARY KEY("artifact_id","connection_id","digest")
);
--> statement-breakpoint
ALTER TABLE "artifacts" ADD COLUMN "refresh_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "artifacts" ADD COLUMN "refreshing" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "artifacts" ADD COLUMN "refresh_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "artifacts" ADD COLUMN "refresh_failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "artifacts" ADD COLUMN "refresh_failed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "artifacts" ADD COLUMN "refresh_failure" text;--> statement-breakpoint
ALTER TABLE "artifacts" ADD COLUMN "refresh_paused_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "artifact_reads" ADD CONSTRAINT "artifact_reads_artifact_id_artifacts_id_fk" FOREIGN KEY ("artifact_id") REFERENCES "public"."artifacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artifact_reads" ADD CONSTRAINT "artifact_reads_connection_id_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."connections"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artifact_tools" ADD CONSTRAINT "artifact_tools_attached_fk" FOREIGN KEY ("artifact_id","connection_id") REFERENCES "public"."artifact_connections"("artifact_id","connection_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "artifact_reads_name" ON "artifact_reads" USING btree ("artifact_id","name");--> statement-breakpoint
CREATE INDEX "artifact_reads_connection" ON "artifact_reads" USING btree ("connection_id");--> statement-breakpoint
UPDATE "artifacts" SET "refresh_due_at" = "next_refresh_at" WHERE "next_refresh_at" IS NOT NULL;
