-- Of a token: what kind it is, how often it may still be used, what made it, and from where it may be used.
ALTER TABLE "Token" ADD COLUMN "type" TEXT NOT NULL DEFAULT 'service';
ALTER TABLE "Token" ADD COLUMN "usesLeft" INTEGER;
ALTER TABLE "Token" ADD COLUMN "path" TEXT;
ALTER TABLE "Token" ADD COLUMN "role" TEXT;
ALTER TABLE "Token" ADD COLUMN "renewedAt" TIMESTAMP(3);
ALTER TABLE "Token" ADD COLUMN "boundCidrs" TEXT;

-- What was made from a token.
CREATE INDEX "Token_parentId_idx" ON "Token"("parentId");

-- Tokens that are deleted some time after their end.
CREATE INDEX "Token_type_expiresAt_idx" ON "Token"("type", "expiresAt");

-- What tokens may be made under a role.
CREATE TABLE "TokenRole" (
    "name" TEXT NOT NULL,
    "definition" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,
    CONSTRAINT "TokenRole_pkey" PRIMARY KEY ("name")
);

-- Answers that wait for the one request with their wrapping token.
CREATE TABLE "WrappedAnswer" (
    "id" TEXT NOT NULL,
    "sealedAnswer" BYTEA NOT NULL,
    "path" TEXT NOT NULL,
    "ttl" INTEGER NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    CONSTRAINT "WrappedAnswer_pkey" PRIMARY KEY ("id")
);

ALTER TABLE "WrappedAnswer" ADD CONSTRAINT "WrappedAnswer_id_fkey" FOREIGN KEY ("id") REFERENCES "Token" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A lease is named by the path that was called and 24 letters: leases of a path are listed and revoked together.
ALTER TABLE "Lease" ADD COLUMN "path" TEXT NOT NULL DEFAULT '';

UPDATE "Lease" SET "path" = substr("id", 1, length("id") - 25) WHERE length("id") > 25;

CREATE INDEX "Lease_path_id_idx" ON "Lease"("path", "id");

-- Mounts that were moved, for those who ask whether they were.
CREATE TABLE "MountMove" (
    "id" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "movedAt" TIMESTAMP(3) NOT NULL,
    CONSTRAINT "MountMove_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "MountMove_movedAt_idx" ON "MountMove"("movedAt");
