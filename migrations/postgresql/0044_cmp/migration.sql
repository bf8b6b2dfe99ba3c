-- Certificates by CMP: the settings of a mount, shared secrets, transactions, and which were begun.
ALTER TABLE "Mount" ADD COLUMN "cmpConfig" TEXT NOT NULL DEFAULT '{}';

CREATE TABLE "CmpSecret" (
    "id" TEXT NOT NULL,
    "mountId" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "sealedSecret" BYTEA NOT NULL,
    "role" TEXT,
    "registrationAuthority" BOOLEAN NOT NULL DEFAULT false,
    "maxUses" INTEGER NOT NULL DEFAULT 1,
    "uses" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    CONSTRAINT "CmpSecret_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "CmpTransaction" (
    "id" TEXT NOT NULL,
    "mountId" TEXT NOT NULL,
    "sender" TEXT NOT NULL,
    "secretId" TEXT,
    "state" TEXT NOT NULL,
    "certificateId" TEXT NOT NULL,
    "requestId" INTEGER NOT NULL,
    "nonce" TEXT NOT NULL,
    "signer" BYTEA,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "confirmBy" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    CONSTRAINT "CmpTransaction_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "CmpNonce" (
    "nonce" TEXT NOT NULL,
    "mountId" TEXT NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    CONSTRAINT "CmpNonce_pkey" PRIMARY KEY ("nonce")
);

CREATE INDEX "CmpSecret_expiresAt_idx" ON "CmpSecret"("expiresAt");

CREATE UNIQUE INDEX "CmpSecret_mountId_reference_key" ON "CmpSecret"("mountId", "reference");

CREATE INDEX "CmpTransaction_certificateId_idx" ON "CmpTransaction"("certificateId");

CREATE INDEX "CmpTransaction_mountId_sender_state_idx" ON "CmpTransaction"("mountId", "sender", "state");

CREATE INDEX "CmpTransaction_state_confirmBy_idx" ON "CmpTransaction"("state", "confirmBy");

CREATE INDEX "CmpTransaction_expiresAt_idx" ON "CmpTransaction"("expiresAt");

CREATE INDEX "CmpNonce_mountId_expiresAt_idx" ON "CmpNonce"("mountId", "expiresAt");

CREATE INDEX "CmpNonce_expiresAt_idx" ON "CmpNonce"("expiresAt");

ALTER TABLE "CmpSecret" ADD CONSTRAINT "CmpSecret_mountId_fkey" FOREIGN KEY ("mountId") REFERENCES "Mount" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "CmpTransaction" ADD CONSTRAINT "CmpTransaction_mountId_fkey" FOREIGN KEY ("mountId") REFERENCES "Mount" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "CmpNonce" ADD CONSTRAINT "CmpNonce_mountId_fkey" FOREIGN KEY ("mountId") REFERENCES "Mount" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
