CREATE TABLE "artifact_snapshots" (
	"artifact_id" uuid PRIMARY KEY NOT NULL,
	"publisher_user_id" uuid NOT NULL,
	"page" json NOT NULL,
	"answers" json NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "artifact_snapshots" ADD CONSTRAINT "artifact_snapshots_artifact_id_artifacts_id_fk" FOREIGN KEY ("artifact_id") REFERENCES "public"."artifacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artifact_snapshots" ADD CONSTRAINT "artifact_snapshots_publisher_user_id_users_id_fk" FOREIGN KEY ("publisher_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "artifact_snapshots_publisher" ON "artifact_snapshots" USING btree ("publisher_user_id");