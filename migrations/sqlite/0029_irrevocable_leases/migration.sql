-- Leases whose certificates can never be revoked say why, and are found by it.
ALTER TABLE "Lease" ADD COLUMN "revokeError" TEXT;
CREATE INDEX "Lease_irrevocable_idx" ON "Lease"("expiresAt", "id") WHERE "revokeError" IS NOT NULL;

-- What is below a path is a range of bytes, whatever order the database has for texts.
CREATE INDEX "Lease_below_idx" ON "Lease"("path" || '/');
