ALTER TABLE "code_blobs" ADD COLUMN "needed_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "code_blobs_needed" ON "code_blobs" USING btree ("needed_at");--> statement-breakpoint
CREATE INDEX "revisions_blobs" ON "revisions" USING gin ((config -> 'data' -> 'source' -> 'bundle' -> 'files') jsonb_path_ops);