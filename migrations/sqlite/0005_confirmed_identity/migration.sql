ALTER TABLE "User" ADD COLUMN "unconfirmedEmail" TEXT;

ALTER TABLE "OrganizationMembership" ADD COLUMN "emailKnown" BOOLEAN NOT NULL DEFAULT false;
