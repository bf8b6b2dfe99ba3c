-- The service that decides about certificates of a mount.
CREATE TABLE "ExternalPolicy" (
    "id" TEXT NOT NULL,
    "mountId" TEXT NOT NULL,
    "config" TEXT NOT NULL,
    "sealedKey" BYTEA,
    "updatedAt" TIMESTAMP(3) NOT NULL,
    "lastSuccessAt" TIMESTAMP(3),
    CONSTRAINT "ExternalPolicy_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "ExternalPolicy_mountId_key" ON "ExternalPolicy"("mountId");

ALTER TABLE "ExternalPolicy" ADD CONSTRAINT "ExternalPolicy_mountId_fkey" FOREIGN KEY ("mountId") REFERENCES "Mount" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
