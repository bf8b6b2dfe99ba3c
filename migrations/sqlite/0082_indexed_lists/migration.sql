-- What the index of a workspace has, so that a version with the resources of the one before writes none of them again.
ALTER TABLE "Workspace" ADD COLUMN "indexedAs" TEXT;
