ALTER TABLE "notifications" ADD COLUMN "artifact_id" uuid;
