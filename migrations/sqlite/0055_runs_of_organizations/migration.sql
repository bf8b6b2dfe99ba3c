-- The runs of an organization, newest first. A trigger writes whose they are, so that servers of an earlier version do as well; workspaces stay in their organization.
ALTER TABLE "Run" ADD COLUMN "organizationId" TEXT;
CREATE TRIGGER "Run_organization" AFTER INSERT ON "Run" WHEN NEW."organizationId" IS NULL BEGIN
  UPDATE "Run" SET "organizationId" = (SELECT "organizationId" FROM "Workspace" WHERE "id" = NEW."workspaceId") WHERE "id" = NEW."id";
END;
UPDATE "Run" SET "organizationId" = (SELECT "organizationId" FROM "Workspace" WHERE "Workspace"."id" = "Run"."workspaceId");
CREATE INDEX "Run_organizationId_createdAt_id_idx" ON "Run"("organizationId", "createdAt", "id");
