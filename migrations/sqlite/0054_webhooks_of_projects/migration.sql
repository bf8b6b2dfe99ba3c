-- Webhooks of projects and of teams.
ALTER TABLE "Webhook" ADD COLUMN "projectId" TEXT REFERENCES "Project" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Webhook" ADD COLUMN "teamId" TEXT REFERENCES "Team" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX "Webhook_projectId_idx" ON "Webhook"("projectId");
CREATE INDEX "Webhook_teamId_idx" ON "Webhook"("teamId");
