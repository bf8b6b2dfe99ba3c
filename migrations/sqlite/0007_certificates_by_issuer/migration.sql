-- A certificate is known by its issuer and its serial number.
CREATE UNIQUE INDEX "Certificate_mountId_serialNumber_issuerId_key" ON "Certificate"("mountId", "serialNumber", "issuerId");
DROP INDEX "Certificate_mountId_serialNumber_key";
CREATE UNIQUE INDEX "Revocation_mountId_serialNumber_issuerId_key" ON "Revocation"("mountId", "serialNumber", "issuerId");
DROP INDEX "Revocation_mountId_serialNumber_key";
