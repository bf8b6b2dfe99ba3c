-- Lists that were sorted anew for each page.
CREATE INDEX "OrganizationMembership_organizationId_id_idx" ON "OrganizationMembership"("organizationId", "id");
CREATE INDEX "OrganizationMembership_organizationId_status_id_idx" ON "OrganizationMembership"("organizationId", "status", "id");
CREATE INDEX "Team_organizationId_createdAt_id_idx" ON "Team"("organizationId", "createdAt", "id");
CREATE INDEX "Project_organizationId_createdAt_id_idx" ON "Project"("organizationId", "createdAt", "id");
CREATE INDEX "Project_organizationId_updatedAt_id_idx" ON "Project"("organizationId", "updatedAt", "id");
CREATE INDEX "User_kind_username_id_idx" ON "User"("kind", "username", "id");
CREATE INDEX "User_kind_createdAt_id_idx" ON "User"("kind", "createdAt", "id");
CREATE INDEX "Token_userId_createdAt_id_idx" ON "Token"("userId", "createdAt", "id");
CREATE INDEX "Token_teamId_createdAt_id_idx" ON "Token"("teamId", "createdAt", "id");
CREATE INDEX "Run_workspaceId_status_createdAt_id_idx" ON "Run"("workspaceId", "status", "createdAt", "id");
CREATE INDEX "TeamWorkspaceAccess_workspaceId_id_idx" ON "TeamWorkspaceAccess"("workspaceId", "id");
CREATE INDEX "TeamProjectAccess_projectId_id_idx" ON "TeamProjectAccess"("projectId", "id");
-- Workspaces by the status of their newest run. Those without a run are not in it.
CREATE INDEX "Workspace_run_status_idx" ON "Workspace"("organizationId", "currentRunStatus", "name", "id") WHERE "currentRunStatus" IS NOT NULL;
