-- Keys in PKCS#11 tokens, and which keys of mounts are such ones.
CREATE TABLE "ManagedKey" (
    "id" TEXT NOT NULL,
    "uuid" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "library" TEXT NOT NULL,
    "slot" TEXT NOT NULL,
    "tokenLabel" TEXT NOT NULL,
    "keyLabel" TEXT NOT NULL,
    "keyId" TEXT NOT NULL,
    "mechanism" INTEGER NOT NULL,
    "keyBits" INTEGER NOT NULL,
    "curve" TEXT NOT NULL,
    "allowGenerateKey" BOOLEAN NOT NULL,
    "allowReplaceKey" BOOLEAN NOT NULL,
    "allowStoreKey" BOOLEAN NOT NULL,
    "anyMount" BOOLEAN NOT NULL,
    "forceRwSession" BOOLEAN NOT NULL,
    "maxParallel" INTEGER NOT NULL,
    "usages" TEXT NOT NULL,
    "sealedPin" BYTEA NOT NULL,
    "pinRefusedAt" TIMESTAMP(3),
    "generatingUntil" TIMESTAMP(3),
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,
    CONSTRAINT "ManagedKey_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "ManagedKey_uuid_key" ON "ManagedKey"("uuid");
CREATE UNIQUE INDEX "ManagedKey_name_key" ON "ManagedKey"("name");

ALTER TABLE "IssuerKey" ADD COLUMN "managedKeyId" TEXT CONSTRAINT "IssuerKey_managedKeyId_fkey" REFERENCES "ManagedKey" ("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "IssuerKey" ADD COLUMN "managedKeyName" TEXT;

ALTER TABLE "IssuerKey" ADD COLUMN "managedKeyUuid" TEXT;

CREATE INDEX "IssuerKey_managedKeyId_idx" ON "IssuerKey"("managedKeyId");
