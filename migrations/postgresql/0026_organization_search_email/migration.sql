-- Organizations are searched by their email address, too; written as src/platform/database/text-search.ts writes it.
ALTER TABLE "Organization" ADD COLUMN "searchEmail" TEXT NOT NULL DEFAULT '';
UPDATE "Organization" SET "searchEmail" = replace(replace(replace(lower("email"), '_', chr(57344)), '%', chr(57345)), '\', chr(57346));
