-- Workspaces and projects that have a tag, with its value.
CREATE INDEX "TagBinding_tagged_workspace_idx" ON "TagBinding"("tagId", "value", "workspaceId") WHERE "workspaceId" IS NOT NULL;
CREATE INDEX "TagBinding_tagged_project_idx" ON "TagBinding"("tagId", "value", "projectId") WHERE "projectId" IS NOT NULL;
