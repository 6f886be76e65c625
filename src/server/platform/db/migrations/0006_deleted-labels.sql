ALTER TABLE "queue_labels" ALTER COLUMN "queue_id" DROP NOT NULL;--> statement-breakpoint
CREATE INDEX "queue_labels_deleted" ON "queue_labels" USING btree ("id") WHERE queue_id is null;