-- Bytes of state content that are stored, by workspace, and how many an organization may store.
ALTER TABLE "Organization" ADD COLUMN "storageQuota" BIGINT;
ALTER TABLE "Workspace" ADD COLUMN "storedBytes" BIGINT NOT NULL DEFAULT 0;
ALTER TABLE "StateVersion" ADD COLUMN "outputsSize" BIGINT NOT NULL DEFAULT 0;
-- What was given is not known any more: the outputs as they are stored.
UPDATE "StateVersion" SET "outputsSize" = (
    SELECT CAST(COALESCE(SUM(OCTET_LENGTH("name") + COALESCE(OCTET_LENGTH("value"), OCTET_LENGTH("sealedValue"), 0)), 0) AS BIGINT) FROM "StateVersionOutput" o WHERE o."stateVersionId" = "StateVersion"."id")
  WHERE "outputsGiven" = true;
UPDATE "Workspace" SET "storedBytes" = (
    SELECT CAST(COALESCE(SUM(
      CASE WHEN v."contentObjectId" IS NOT NULL THEN v."size" ELSE 0 END
      + CASE WHEN v."jsonObjectId" IS NOT NULL THEN COALESCE(v."jsonSize", 0) ELSE 0 END
      + v."outputsSize"), 0) AS BIGINT)
    FROM "StateVersion" v WHERE v."workspaceId" = "Workspace"."id");
CREATE INDEX "Workspace_organizationId_storedBytes_idx" ON "Workspace"("organizationId", "storedBytes");
