-- What somebody wanted to know of a certificate later.
CREATE TABLE "CertificateMetadata" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "mountId" TEXT NOT NULL,
    "serialNumber" TEXT NOT NULL,
    "issuerId" TEXT NOT NULL,
    "roleName" TEXT NOT NULL,
    "notAfter" DATETIME NOT NULL,
    "storedAt" DATETIME NOT NULL,
    "sealedMetadata" BLOB NOT NULL,
    CONSTRAINT "CertificateMetadata_mountId_fkey" FOREIGN KEY ("mountId") REFERENCES "Mount" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "CertificateMetadata_mountId_storedAt_id_idx" ON "CertificateMetadata"("mountId", "storedAt", "id");

CREATE INDEX "CertificateMetadata_mountId_notAfter_id_idx" ON "CertificateMetadata"("mountId", "notAfter", "id");

CREATE UNIQUE INDEX "CertificateMetadata_mountId_serialNumber_issuerId_key" ON "CertificateMetadata"("mountId", "serialNumber", "issuerId");
