CREATE TABLE "model_silences" (
	"run_id" uuid PRIMARY KEY NOT NULL,
	"lease" integer NOT NULL,
	"within" boolean NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "model_silences" ADD CONSTRAINT "model_silences_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;