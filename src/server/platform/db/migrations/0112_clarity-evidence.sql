CREATE TABLE "clarity_evidence" (
	"capture_id" uuid NOT NULL,
	"ordinal" integer NOT NULL,
	"locator" json NOT NULL,
	"text" text NOT NULL,
	"person" text,
	CONSTRAINT "clarity_evidence_capture_id_ordinal_pk" PRIMARY KEY("capture_id","ordinal")
);
--> statement-breakpoint
ALTER TABLE "clarity_captures" ADD COLUMN "team_id" uuid;--> statement-breakpoint
ALTER TABLE "clarity_captures" ADD COLUMN "size_bytes" integer;--> statement-breakpoint
ALTER TABLE "clarity_captures" ADD COLUMN "object_key" text;--> statement-breakpoint
ALTER TABLE "clarity_evidence" ADD CONSTRAINT "clarity_evidence_capture_id_clarity_captures_id_fk" FOREIGN KEY ("capture_id") REFERENCES "public"."clarity_captures"("id") ON DELETE cascade ON UPDATE no action;
