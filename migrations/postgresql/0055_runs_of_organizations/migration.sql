-- The runs of an organization, newest first. A trigger writes whose they are, so that servers of an earlier version do as well; workspaces stay in their organization.
ALTER TABLE "Run" ADD COLUMN "organizationId" TEXT;
CREATE FUNCTION "organization_of_run"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."organizationId" IS NULL THEN
    SELECT "organizationId" INTO NEW."organizationId" FROM "Workspace" WHERE "id" = NEW."workspaceId";
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER "Run_organization" BEFORE INSERT ON "Run" FOR EACH ROW EXECUTE FUNCTION "organization_of_run"();
UPDATE "Run" SET "organizationId" = (SELECT "organizationId" FROM "Workspace" WHERE "Workspace"."id" = "Run"."workspaceId");
CREATE INDEX "Run_organizationId_createdAt_id_idx" ON "Run"("organizationId", "createdAt", "id");
