CREATE TABLE "run_pictures" (
	"run_id" uuid NOT NULL,
	"tool_call_id" text NOT NULL,
	"place" integer NOT NULL,
	"media_type" text NOT NULL,
	"data" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "run_pictures_run_id_tool_call_id_place_pk" PRIMARY KEY("run_id","tool_call_id","place")
);
--> statement-breakpoint
ALTER TABLE "run_pictures" ADD CONSTRAINT "run_pictures_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;