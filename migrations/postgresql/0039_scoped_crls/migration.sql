-- CRLs of another scope than all certificates of an issuer in its mount: shards, and all mounts that have the issuer.
CREATE TABLE "ScopedCrl" (
    "id" TEXT NOT NULL,
    "mountId" TEXT NOT NULL,
    "issuerId" TEXT NOT NULL,
    "shard" INTEGER NOT NULL,
    "delta" BOOLEAN NOT NULL,
    "number" BIGINT NOT NULL,
    "baseNumber" BIGINT,
    "thisUpdate" TIMESTAMP(3) NOT NULL,
    "nextUpdate" TIMESTAMP(3) NOT NULL,
    "entryCount" BIGINT NOT NULL,
    "through" BIGINT NOT NULL,
    "parts" TEXT NOT NULL DEFAULT '{}',
    "suppressed" BOOLEAN NOT NULL DEFAULT false,
    "content" BYTEA NOT NULL,
    CONSTRAINT "ScopedCrl_pkey" PRIMARY KEY ("id")
);

ALTER TABLE "Revocation" ADD COLUMN "shard" INTEGER;

CREATE INDEX "Issuer_subjectHash_idx" ON "Issuer"("subjectHash");

CREATE INDEX "Revocation_issuerId_shard_ordinal_idx" ON "Revocation"("issuerId", "shard", "ordinal");

CREATE INDEX "ScopedCrl_mountId_idx" ON "ScopedCrl"("mountId");

CREATE UNIQUE INDEX "ScopedCrl_issuerId_shard_delta_key" ON "ScopedCrl"("issuerId", "shard", "delta");

ALTER TABLE "ScopedCrl" ADD CONSTRAINT "ScopedCrl_mountId_fkey" FOREIGN KEY ("mountId") REFERENCES "Mount" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "ScopedCrl" ADD CONSTRAINT "ScopedCrl_issuerId_fkey" FOREIGN KEY ("issuerId") REFERENCES "Issuer" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
