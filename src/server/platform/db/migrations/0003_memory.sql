CREATE SEQUENCE "public"."memory_generations" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "memory_files" (
	"agent_id" uuid NOT NULL,
	"path" text NOT NULL,
	"content" text NOT NULL,
	"generation" bigint DEFAULT nextval('memory_generations') NOT NULL,
	"source_type" text NOT NULL,
	"source_agent_run_id" uuid,
	"source_user_id" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "memory_files_agent_id_path_pk" PRIMARY KEY("agent_id","path")
);
--> statement-breakpoint
ALTER TABLE "memory_files" ADD CONSTRAINT "memory_files_source_user_id_users_id_fk" FOREIGN KEY ("source_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;