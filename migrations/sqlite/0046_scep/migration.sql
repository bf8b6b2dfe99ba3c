-- Certificates by SCEP: the settings of a mount, and what came of requests.
ALTER TABLE "Mount" ADD COLUMN "scepConfig" TEXT NOT NULL DEFAULT '{}';

CREATE TABLE "ScepTransaction" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "mountId" TEXT NOT NULL,
    "transactionId" TEXT NOT NULL,
    "place" TEXT NOT NULL,
    "signerKey" TEXT NOT NULL,
    "requestDigest" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "request" BLOB,
    "subject" TEXT NOT NULL,
    "requester" TEXT NOT NULL,
    "remoteAddress" TEXT NOT NULL,
    "certificateId" TEXT,
    "reason" TEXT,
    "createdAt" DATETIME NOT NULL,
    "decidedAt" DATETIME,
    "expiresAt" DATETIME NOT NULL,
    CONSTRAINT "ScepTransaction_mountId_fkey" FOREIGN KEY ("mountId") REFERENCES "Mount" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "ScepTransaction_mountId_id_idx" ON "ScepTransaction"("mountId", "id");

CREATE INDEX "ScepTransaction_mountId_status_id_idx" ON "ScepTransaction"("mountId", "status", "id");

CREATE INDEX "ScepTransaction_expiresAt_idx" ON "ScepTransaction"("expiresAt");

CREATE UNIQUE INDEX "ScepTransaction_mountId_transactionId_key" ON "ScepTransaction"("mountId", "transactionId");
