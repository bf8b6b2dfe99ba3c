-- Jobs that are due, kind by kind: a runner passes over those that wait for another.
CREATE INDEX "Job_kind_dueAt_id_idx" ON "Job"("kind", "dueAt", "id");

CREATE INDEX "Job_leased_idx" ON "Job"("kind", "leasedUntil") WHERE "leasedUntil" IS NOT NULL;
