CREATE INDEX "case_attachments_object" ON "case_attachments" USING hash ("object_key");--> statement-breakpoint
CREATE INDEX "file_versions_object" ON "file_versions" USING hash ("object_key");--> statement-breakpoint
CREATE INDEX "files_object" ON "files" USING hash ("object_key");--> statement-breakpoint
CREATE INDEX "skill_files_object" ON "skill_files" USING hash ("object_key");--> statement-breakpoint
CREATE INDEX "sandbox_files_object" ON "sandbox_files" USING hash ("object_key");