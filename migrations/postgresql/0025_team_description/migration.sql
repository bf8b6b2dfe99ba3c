-- What a team is for, in words of its organization.
ALTER TABLE "Team" ADD COLUMN "description" TEXT NOT NULL DEFAULT '';
