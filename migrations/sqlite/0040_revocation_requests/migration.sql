-- Revocations that were asked of a mount for certificates that it does not have.
CREATE TABLE "RevocationRequest" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "mountId" TEXT NOT NULL,
    "serialNumber" TEXT NOT NULL,
    "holderMountId" TEXT,
    "requestedAt" DATETIME NOT NULL,
    "requestedBy" TEXT NOT NULL,
    CONSTRAINT "RevocationRequest_mountId_fkey" FOREIGN KEY ("mountId") REFERENCES "Mount" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "RevocationRequest_holderMountId_fkey" FOREIGN KEY ("holderMountId") REFERENCES "Mount" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "RevocationRequest_holderMountId_serialNumber_idx" ON "RevocationRequest"("holderMountId", "serialNumber");

CREATE INDEX "RevocationRequest_mountId_requestedAt_idx" ON "RevocationRequest"("mountId", "requestedAt");

CREATE UNIQUE INDEX "RevocationRequest_mountId_serialNumber_key" ON "RevocationRequest"("mountId", "serialNumber");
