-- Audit records by what was done to what kind of object, once they have a place in the chain, as in 0075: actions that begin alike, and everyday ones where they are rare.
CREATE INDEX "AuditRecord_placed_action_idx" ON "AuditRecord"("action", "targetType", "id") WHERE "position" IS NOT NULL;
CREATE INDEX "AuditRecord_placed_organizationId_action_idx" ON "AuditRecord"("organizationId", "action", "targetType", "id") WHERE "position" IS NOT NULL;
