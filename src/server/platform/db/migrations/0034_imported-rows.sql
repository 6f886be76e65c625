CREATE TABLE "case_import_rows" (
	"job_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"cells" jsonb NOT NULL,
	"new_case" jsonb,
	"issues" jsonb,
	CONSTRAINT "case_import_rows_job_id_place_pk" PRIMARY KEY("job_id","place")
);
--> statement-breakpoint
ALTER TABLE "case_job_items" ALTER COLUMN "case_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "case_job_items" ADD COLUMN "line" integer;--> statement-breakpoint
ALTER TABLE "case_jobs" ADD COLUMN "header" jsonb;--> statement-breakpoint
ALTER TABLE "case_import_rows" ADD CONSTRAINT "case_import_rows_job_id_case_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."case_jobs"("id") ON DELETE cascade ON UPDATE no action;