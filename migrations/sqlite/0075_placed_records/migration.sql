-- Audit records by time and by actor, once they have a place in the chain: many get theirs in one change beside requests (placed-records.ts).
CREATE INDEX "AuditRecord_placed_at_idx" ON "AuditRecord"("at", "id") WHERE "position" IS NOT NULL;
CREATE INDEX "AuditRecord_placed_organizationId_at_idx" ON "AuditRecord"("organizationId", "at", "id") WHERE "position" IS NOT NULL;
CREATE INDEX "AuditRecord_placed_actorName_at_idx" ON "AuditRecord"("actorName", "at", "id", "organizationId") WHERE "position" IS NOT NULL;
CREATE INDEX "AuditRecord_placed_actorId_at_idx" ON "AuditRecord"("actorId", "at", "id", "organizationId") WHERE "position" IS NOT NULL AND "actorId" IS NOT NULL;
