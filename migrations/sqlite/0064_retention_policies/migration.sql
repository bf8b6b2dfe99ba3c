-- Workspaces with a policy of their own: what applies it every day does not go over those without.
CREATE INDEX "Workspace_retention_idx" ON "Workspace"("id") WHERE "retentionKind" IS NOT NULL;
