-- The service that decides about certificates of a mount.
CREATE TABLE "ExternalPolicy" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "mountId" TEXT NOT NULL,
    "config" TEXT NOT NULL,
    "sealedKey" BLOB,
    "updatedAt" DATETIME NOT NULL,
    "lastSuccessAt" DATETIME,
    CONSTRAINT "ExternalPolicy_mountId_fkey" FOREIGN KEY ("mountId") REFERENCES "Mount" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "ExternalPolicy_mountId_key" ON "ExternalPolicy"("mountId");
