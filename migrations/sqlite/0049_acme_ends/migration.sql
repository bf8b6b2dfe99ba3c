-- When accounts of ACME ended, and until when they were used: tidy asks for both.
ALTER TABLE "AcmeAccount" ADD COLUMN "endedAt" DATETIME;

ALTER TABLE "AcmeAccount" ADD COLUMN "usedUntil" DATETIME;

CREATE INDEX "AcmeOrder_mountId_expiresAt_id_idx" ON "AcmeOrder"("mountId", "expiresAt", "id");
