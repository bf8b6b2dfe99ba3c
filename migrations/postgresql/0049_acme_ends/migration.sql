-- When accounts of ACME ended, and until when they were used: tidy asks for both.
ALTER TABLE "AcmeAccount" ADD COLUMN "endedAt" TIMESTAMP(3);

ALTER TABLE "AcmeAccount" ADD COLUMN "usedUntil" TIMESTAMP(3);

CREATE INDEX "AcmeOrder_mountId_expiresAt_id_idx" ON "AcmeOrder"("mountId", "expiresAt", "id");
