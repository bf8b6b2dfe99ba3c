-- What strangers may do by ACME in an hour, and which of their accounts came to nothing.
ALTER TABLE "AcmeAccount" ADD COLUMN "triedUntil" DATETIME;

CREATE INDEX "AcmeAccount_triedUntil_idx" ON "AcmeAccount"("triedUntil");

CREATE TABLE "AcmeAllowance" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "fullAt" BIGINT NOT NULL
);

CREATE INDEX "AcmeAllowance_fullAt_idx" ON "AcmeAllowance"("fullAt");
