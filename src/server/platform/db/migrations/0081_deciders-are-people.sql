ALTER TABLE "builder_runs" VALIDATE CONSTRAINT "builder_runs_decided_by_users_id_fk";
