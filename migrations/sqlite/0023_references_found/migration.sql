-- Whoever deletes a user or a mount finds what refers to it, without reading all state versions and leases.
CREATE INDEX "Token_createdById_idx" ON "Token"("createdById");
CREATE INDEX "Run_createdById_idx" ON "Run"("createdById");
CREATE INDEX "StateVersion_createdById_idx" ON "StateVersion"("createdById");
CREATE INDEX "Crl_mountId_idx" ON "Crl"("mountId");
CREATE INDEX "Lease_mountId_idx" ON "Lease"("mountId");
