-- Organizations are searched by their email address, too; written as src/platform/database/text-search.ts writes it.
ALTER TABLE "Organization" ADD COLUMN "searchEmail" TEXT NOT NULL DEFAULT '';
UPDATE "Organization" SET "searchEmail" = replace(replace(replace(lower("email"), '_', char(57344)), '%', char(57345)), '\', char(57346));
