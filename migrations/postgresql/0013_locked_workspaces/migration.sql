-- The locked workspaces of an organization, by name: few of many, without looking at the others.
CREATE INDEX "Workspace_locked_idx" ON "Workspace"("organizationId", "name", "id") WHERE "lockedAt" IS NOT NULL;
