ALTER TABLE "cases" ADD COLUMN "failure" text;
