CREATE TABLE "run_steps" (
	"run_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"step_id" text NOT NULL,
	"agent_id" uuid NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "run_steps_run_id_position_pk" PRIMARY KEY("run_id","position")
);
--> statement-breakpoint
ALTER TABLE "run_steps" ADD CONSTRAINT "run_steps_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "run_steps_agent" ON "run_steps" USING btree ("agent_id","step_id","started_at","run_id");