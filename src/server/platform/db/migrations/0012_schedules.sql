CREATE TABLE "schedule_firings" (
	"schedule_id" uuid NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"outcome" text NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"last_due_at" timestamp (3) with time zone NOT NULL,
	"run_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "schedule_firings_schedule_id_due_at_pk" PRIMARY KEY("schedule_id","due_at"),
	CONSTRAINT "outcome_word" CHECK (outcome in ('started', 'by_hand', 'overlap', 'missed', 'missing_connection', 'no_live', 'owner_left'))
);
--> statement-breakpoint
CREATE TABLE "schedules" (
	"id" uuid PRIMARY KEY NOT NULL,
	"agent_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"enabled" boolean NOT NULL,
	"frequency" text NOT NULL,
	"time" text,
	"timezone" text NOT NULL,
	"day" text,
	"day_of_month" integer,
	"cron" text,
	"recurring" boolean,
	"catch_up" text NOT NULL,
	"overlap" text NOT NULL,
	"next_fire_at" timestamp (3) with time zone,
	"zone_rules" text NOT NULL,
	"auto_disabled_at" timestamp (3) with time zone,
	"auto_disabled_reason" text,
	"consecutive_missing_connection_failures" integer DEFAULT 0 NOT NULL,
	"first_missing_connection_failure_at" timestamp (3) with time zone,
	"last_missing_connection_failure_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "frequency_word" CHECK (frequency in ('every_5_minutes', 'every_15_minutes', 'hourly', 'daily', 'workday', 'weekly', 'monthly', 'custom')),
	CONSTRAINT "day_word" CHECK (day in ('sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday')),
	CONSTRAINT "catch_up_word" CHECK (catch_up in ('one', 'skip', 'all')),
	CONSTRAINT "overlap_word" CHECK (overlap in ('skip', 'allow'))
);
--> statement-breakpoint
ALTER TABLE "schedule_firings" ADD CONSTRAINT "schedule_firings_schedule_id_schedules_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."schedules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_firings" ADD CONSTRAINT "schedule_firings_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedules" ADD CONSTRAINT "schedules_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedules" ADD CONSTRAINT "schedules_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "schedule_firings_run" ON "schedule_firings" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "schedule_firings_created" ON "schedule_firings" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "schedules_agent" ON "schedules" USING btree ("agent_id","created_at","id");--> statement-breakpoint
CREATE INDEX "schedules_user" ON "schedules" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "schedules_due" ON "schedules" USING btree ("next_fire_at");