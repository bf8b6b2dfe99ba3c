-- Certificates by CMP: the settings of a mount, shared secrets, transactions, and which were begun.
ALTER TABLE "Mount" ADD COLUMN "cmpConfig" TEXT NOT NULL DEFAULT '{}';

CREATE TABLE "CmpSecret" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "mountId" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "sealedSecret" BLOB NOT NULL,
    "role" TEXT,
    "registrationAuthority" BOOLEAN NOT NULL DEFAULT false,
    "maxUses" INTEGER NOT NULL DEFAULT 1,
    "uses" INTEGER NOT NULL DEFAULT 0,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    CONSTRAINT "CmpSecret_mountId_fkey" FOREIGN KEY ("mountId") REFERENCES "Mount" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "CmpTransaction" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "mountId" TEXT NOT NULL,
    "sender" TEXT NOT NULL,
    "secretId" TEXT,
    "state" TEXT NOT NULL,
    "certificateId" TEXT NOT NULL,
    "requestId" INTEGER NOT NULL,
    "nonce" TEXT NOT NULL,
    "signer" BLOB,
    "createdAt" DATETIME NOT NULL,
    "confirmBy" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    CONSTRAINT "CmpTransaction_mountId_fkey" FOREIGN KEY ("mountId") REFERENCES "Mount" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "CmpNonce" (
    "nonce" TEXT NOT NULL PRIMARY KEY,
    "mountId" TEXT NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    CONSTRAINT "CmpNonce_mountId_fkey" FOREIGN KEY ("mountId") REFERENCES "Mount" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "CmpSecret_expiresAt_idx" ON "CmpSecret"("expiresAt");

CREATE UNIQUE INDEX "CmpSecret_mountId_reference_key" ON "CmpSecret"("mountId", "reference");

CREATE INDEX "CmpTransaction_certificateId_idx" ON "CmpTransaction"("certificateId");

CREATE INDEX "CmpTransaction_mountId_sender_state_idx" ON "CmpTransaction"("mountId", "sender", "state");

CREATE INDEX "CmpTransaction_state_confirmBy_idx" ON "CmpTransaction"("state", "confirmBy");

CREATE INDEX "CmpTransaction_expiresAt_idx" ON "CmpTransaction"("expiresAt");

CREATE INDEX "CmpNonce_mountId_expiresAt_idx" ON "CmpNonce"("mountId", "expiresAt");

CREATE INDEX "CmpNonce_expiresAt_idx" ON "CmpNonce"("expiresAt");
