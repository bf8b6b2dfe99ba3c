-- A certificate is known by its issuer and its serial number.
ALTER TABLE "Lease" ADD COLUMN "issuerId" TEXT;

-- An issuer that hands over moves its leases.
CREATE INDEX "Lease_issuerId_idx" ON "Lease"("issuerId");
