ALTER TABLE "AuditRecord" ADD COLUMN "position" BIGINT;

ALTER TABLE "AuditRecord" ADD COLUMN "hash" TEXT;

CREATE INDEX "AuditRecord_position_id_idx" ON "AuditRecord"("position", "id");

CREATE TABLE "AuditChain" (
    "id" TEXT NOT NULL,
    "position" BIGINT NOT NULL DEFAULT 0,
    "hash" TEXT NOT NULL,
    "removed" BIGINT NOT NULL DEFAULT 0,
    "removedHash" TEXT NOT NULL,

    CONSTRAINT "AuditChain_pkey" PRIMARY KEY ("id")
);
