-- Settings of organizations, projects and workspaces that are read back as they were given.
ALTER TABLE "Organization" ADD COLUMN "allowForceDeleteWorkspaces" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "Organization" ADD COLUMN "assessmentsEnforced" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "Organization" ADD COLUMN "costEstimationEnabled" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "Organization" ADD COLUMN "aggregatedCommitStatusEnabled" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "Organization" ADD COLUMN "sendPassingStatusesForUntriggeredSpeculativePlans" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "Organization" ADD COLUMN "speculativePlanManagementEnabled" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "Organization" ADD COLUMN "sessionTimeout" INTEGER;
ALTER TABLE "Organization" ADD COLUMN "sessionRemember" INTEGER;
ALTER TABLE "Organization" ADD COLUMN "ownersTeamSamlRoleId" TEXT;
ALTER TABLE "Project" ADD COLUMN "settingOverwrites" TEXT NOT NULL DEFAULT '{}';
ALTER TABLE "Workspace" ADD COLUMN "projectRemoteState" BOOLEAN NOT NULL DEFAULT false;
