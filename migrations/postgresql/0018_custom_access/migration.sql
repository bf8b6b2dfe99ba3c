-- What a custom access allows, in columns; the other levels have there what they allow.
ALTER TABLE "TeamWorkspaceAccess" ADD COLUMN "sentinelMocks" TEXT NOT NULL DEFAULT 'none';
ALTER TABLE "TeamWorkspaceAccess" ADD COLUMN "runTasks" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "TeamProjectAccess" ADD COLUMN "settings" TEXT NOT NULL DEFAULT 'read';
ALTER TABLE "TeamProjectAccess" ADD COLUMN "teams" TEXT NOT NULL DEFAULT 'none';
ALTER TABLE "TeamProjectAccess" ADD COLUMN "variableSets" TEXT NOT NULL DEFAULT 'none';
ALTER TABLE "TeamProjectAccess" ADD COLUMN "runs" TEXT NOT NULL DEFAULT 'read';
ALTER TABLE "TeamProjectAccess" ADD COLUMN "stateVersions" TEXT NOT NULL DEFAULT 'none';
ALTER TABLE "TeamProjectAccess" ADD COLUMN "variables" TEXT NOT NULL DEFAULT 'none';
ALTER TABLE "TeamProjectAccess" ADD COLUMN "sentinelMocks" TEXT NOT NULL DEFAULT 'none';
ALTER TABLE "TeamProjectAccess" ADD COLUMN "runTasks" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "TeamProjectAccess" ADD COLUMN "workspaceCreation" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "TeamProjectAccess" ADD COLUMN "workspaceLocking" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "TeamProjectAccess" ADD COLUMN "workspaceMoving" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "TeamProjectAccess" ADD COLUMN "workspaceDeletion" BOOLEAN NOT NULL DEFAULT false;
UPDATE "TeamWorkspaceAccess" SET "sentinelMocks" = 'read' WHERE "access" IN ('write', 'admin');
UPDATE "TeamWorkspaceAccess" SET "runTasks" = true WHERE "access" = 'admin';
UPDATE "TeamProjectAccess" SET "variableSets" = 'read', "stateVersions" = 'read', "variables" = 'read' WHERE "access" = 'read';
UPDATE "TeamProjectAccess" SET "variableSets" = 'read', "runs" = 'apply', "stateVersions" = 'write', "variables" = 'write', "sentinelMocks" = 'read', "workspaceLocking" = true
  WHERE "access" = 'write';
UPDATE "TeamProjectAccess" SET "variableSets" = 'write', "runs" = 'apply', "stateVersions" = 'write', "variables" = 'write', "sentinelMocks" = 'read', "runTasks" = true,
  "workspaceCreation" = true, "workspaceLocking" = true, "workspaceMoving" = true, "workspaceDeletion" = true
  WHERE "access" IN ('maintain', 'admin');
UPDATE "TeamProjectAccess" SET "settings" = 'delete', "teams" = 'manage' WHERE "access" = 'admin';
