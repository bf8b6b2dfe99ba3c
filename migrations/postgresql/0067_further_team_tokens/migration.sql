-- A team may have tokens beside the one that is created again, and the description of such a further one may be empty.
ALTER TABLE "Token" ADD COLUMN "further" BOOLEAN NOT NULL DEFAULT false;
