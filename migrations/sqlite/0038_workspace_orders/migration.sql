-- Workspaces in each order that a list has: a page is a stretch of an index.
CREATE INDEX "Workspace_organizationId_createdAt_idx" ON "Workspace"("organizationId", "createdAt");
CREATE INDEX "Workspace_organizationId_updatedAt_idx" ON "Workspace"("organizationId", "updatedAt");
-- Most have no run: their places are equal, and only ids tell them apart.
CREATE INDEX "Workspace_organizationId_currentRunAt_id_idx" ON "Workspace"("organizationId", "currentRunAt", "id");
-- The locked workspaces of an organization, by their latest change.
CREATE INDEX "Workspace_locked_change_idx" ON "Workspace"("organizationId", "latestChangeAt", "id") WHERE "lockedAt" IS NOT NULL;
