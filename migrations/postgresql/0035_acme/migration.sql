-- Certificates by ACME: the settings of a mount, keys that tie accounts, accounts, orders, authorizations and used nonces.
ALTER TABLE "Mount" ADD COLUMN "acmeConfig" TEXT NOT NULL DEFAULT '{}';

CREATE TABLE "AcmeEabKey" (
    "id" TEXT NOT NULL,
    "mountId" TEXT NOT NULL,
    "directory" TEXT NOT NULL,
    "sealedKey" BYTEA NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    CONSTRAINT "AcmeEabKey_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "AcmeAccount" (
    "id" TEXT NOT NULL,
    "mountId" TEXT NOT NULL,
    "directory" TEXT NOT NULL,
    "thumbprint" TEXT NOT NULL,
    "jwk" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "contact" TEXT NOT NULL DEFAULT '[]',
    "termsAgreed" BOOLEAN NOT NULL DEFAULT false,
    "eabKeyId" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL,
    CONSTRAINT "AcmeAccount_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "AcmeOrder" (
    "id" TEXT NOT NULL,
    "mountId" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "identifiers" TEXT NOT NULL,
    "profile" TEXT,
    "notBefore" TIMESTAMP(3),
    "notAfter" TIMESTAMP(3),
    "replaces" TEXT,
    "error" TEXT,
    "certificateId" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    CONSTRAINT "AcmeOrder_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "AcmeAuthorization" (
    "id" TEXT NOT NULL,
    "orderId" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "wildcard" BOOLEAN NOT NULL DEFAULT false,
    "status" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "challenge" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,
    "validatedAt" TIMESTAMP(3),
    CONSTRAINT "AcmeAuthorization_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "AcmeNonce" (
    "nonce" TEXT NOT NULL,
    CONSTRAINT "AcmeNonce_pkey" PRIMARY KEY ("nonce")
);

CREATE INDEX "AcmeEabKey_mountId_id_idx" ON "AcmeEabKey"("mountId", "id");

CREATE INDEX "AcmeAccount_mountId_id_idx" ON "AcmeAccount"("mountId", "id");

CREATE UNIQUE INDEX "AcmeAccount_mountId_directory_thumbprint_key" ON "AcmeAccount"("mountId", "directory", "thumbprint");

CREATE INDEX "AcmeOrder_mountId_id_idx" ON "AcmeOrder"("mountId", "id");

CREATE INDEX "AcmeOrder_accountId_id_idx" ON "AcmeOrder"("accountId", "id");

CREATE INDEX "AcmeOrder_accountId_status_expiresAt_idx" ON "AcmeOrder"("accountId", "status", "expiresAt");

CREATE INDEX "AcmeOrder_expiresAt_idx" ON "AcmeOrder"("expiresAt");

CREATE INDEX "AcmeOrder_certificateId_idx" ON "AcmeOrder"("certificateId");

CREATE INDEX "AcmeOrder_mountId_replaces_idx" ON "AcmeOrder"("mountId", "replaces");

CREATE INDEX "AcmeAuthorization_orderId_idx" ON "AcmeAuthorization"("orderId");

ALTER TABLE "AcmeEabKey" ADD CONSTRAINT "AcmeEabKey_mountId_fkey" FOREIGN KEY ("mountId") REFERENCES "Mount" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "AcmeAccount" ADD CONSTRAINT "AcmeAccount_mountId_fkey" FOREIGN KEY ("mountId") REFERENCES "Mount" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "AcmeOrder" ADD CONSTRAINT "AcmeOrder_mountId_fkey" FOREIGN KEY ("mountId") REFERENCES "Mount" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "AcmeOrder" ADD CONSTRAINT "AcmeOrder_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "AcmeAccount" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "AcmeAuthorization" ADD CONSTRAINT "AcmeAuthorization_orderId_fkey" FOREIGN KEY ("orderId") REFERENCES "AcmeOrder" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
