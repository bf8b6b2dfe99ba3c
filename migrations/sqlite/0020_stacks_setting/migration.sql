-- A setting of organizations that is read back as it was given.
ALTER TABLE "Organization" ADD COLUMN "stacksEnabled" BOOLEAN NOT NULL DEFAULT false;
