-- Jobs that failed and wait to be tried again: whoever looks for those that wait too long passes over all others.
CREATE INDEX "Job_failed_idx" ON "Job"("kind", "dueAt") WHERE "lastError" IS NOT NULL;
