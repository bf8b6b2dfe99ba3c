-- Permissions of teams that are only read back: there is nothing here that they would allow.
ALTER TABLE "Team" ADD COLUMN "managePolicies" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "Team" ADD COLUMN "managePolicyOverrides" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "Team" ADD COLUMN "delegatePolicyOverrides" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "Team" ADD COLUMN "manageVcsSettings" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "Team" ADD COLUMN "manageProviders" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "Team" ADD COLUMN "manageModules" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "Team" ADD COLUMN "manageRunTasks" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "Team" ADD COLUMN "manageAgentPools" BOOLEAN NOT NULL DEFAULT false;
