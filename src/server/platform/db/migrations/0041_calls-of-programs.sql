CREATE TABLE "program_calls" (
	"run_id" uuid NOT NULL,
	"tool_call_id" text NOT NULL,
	"position" integer NOT NULL,
	"changes" boolean NOT NULL,
	"name" text NOT NULL,
	"request" text NOT NULL,
	"answer" text NOT NULL,
	"times" integer NOT NULL,
	CONSTRAINT "program_calls_run_id_tool_call_id_position_pk" PRIMARY KEY("run_id","tool_call_id","position")
);
--> statement-breakpoint
ALTER TABLE "program_calls" ADD CONSTRAINT "program_calls_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- What its programs were answered serves a restart only.
CREATE FUNCTION drop_program_calls() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM program_calls WHERE run_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER runs_drop_program_calls AFTER UPDATE OF status ON runs FOR EACH ROW
  WHEN (NEW.status IN ('completed', 'failed', 'interrupted') AND NEW.status <> OLD.status)
  EXECUTE FUNCTION drop_program_calls();
