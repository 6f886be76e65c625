CREATE TABLE "installation" (
	"only_row" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"key_fingerprint" text NOT NULL,
	"files_id" uuid NOT NULL,
	"files_marked" boolean DEFAULT false NOT NULL,
	"home" text NOT NULL,
	"paused_at" timestamp (3) with time zone,
	CONSTRAINT "installation_only_row" CHECK (only_row)
);
