CREATE TABLE "case_attachments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"case_id" uuid NOT NULL,
	"filename" text NOT NULL,
	"mime_type" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"failure_reason" text,
	"object_key" text,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "case_attachments" ADD CONSTRAINT "case_attachments_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_attachments" ADD CONSTRAINT "case_attachments_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "case_attachments_case" ON "case_attachments" USING btree ("case_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "case_attachments_pending" ON "case_attachments" USING btree ("created_at") WHERE status = 'pending';--> statement-breakpoint
-- Rows go with their case, however that goes; their bytes are let go in the same statement.
CREATE FUNCTION "orphan_case_attachments"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "orphaned_objects" ("object_key") SELECT "object_key" FROM gone WHERE "object_key" IS NOT NULL ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "case_attachments_gone" AFTER DELETE ON "case_attachments"
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION "orphan_case_attachments"();
