-- Certificates of an issuer and of a role by their end, with the id: those that all end at one moment were sorted. Each takes the place of the index that it goes on.
CREATE INDEX "Certificate_issuerId_notAfter_id_idx" ON "Certificate"("issuerId", "notAfter", "id");
CREATE INDEX "Certificate_mountId_roleName_notAfter_id_idx" ON "Certificate"("mountId", "roleName", "notAfter", "id");
DROP INDEX "Certificate_issuerId_notAfter_idx";
DROP INDEX "Certificate_mountId_roleName_notAfter_idx";
