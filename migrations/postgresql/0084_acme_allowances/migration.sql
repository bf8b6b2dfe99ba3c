-- What strangers may do by ACME in an hour, and which of their accounts came to nothing.
ALTER TABLE "AcmeAccount" ADD COLUMN "triedUntil" TIMESTAMP(3);

CREATE INDEX "AcmeAccount_triedUntil_idx" ON "AcmeAccount"("triedUntil");

CREATE TABLE "AcmeAllowance" (
    "key" TEXT NOT NULL,
    "fullAt" BIGINT NOT NULL,

    CONSTRAINT "AcmeAllowance_pkey" PRIMARY KEY ("key")
);

CREATE INDEX "AcmeAllowance_fullAt_idx" ON "AcmeAllowance"("fullAt");
