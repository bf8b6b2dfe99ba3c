-- How long tokens of an organization live at most, in seconds: two years unless it says otherwise, and only where it is enabled.
ALTER TABLE "Organization" ADD COLUMN "maxTtlEnabled" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "Organization" ADD COLUMN "userTokenMaxTtl" INTEGER NOT NULL DEFAULT 63113904;
ALTER TABLE "Organization" ADD COLUMN "teamTokenMaxTtl" INTEGER NOT NULL DEFAULT 63113904;
ALTER TABLE "Organization" ADD COLUMN "organizationTokenMaxTtl" INTEGER NOT NULL DEFAULT 63113904;
ALTER TABLE "Organization" ADD COLUMN "auditTrailTokenMaxTtl" INTEGER NOT NULL DEFAULT 63113904;
