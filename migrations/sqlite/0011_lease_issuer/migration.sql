-- A certificate is known by its issuer and its serial number.
ALTER TABLE "Lease" ADD COLUMN "issuerId" TEXT;
