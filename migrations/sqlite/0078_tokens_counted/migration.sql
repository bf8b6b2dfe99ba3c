-- How many tokens are listed (0068_team_tokens): of a user, of a team, and of all teams of an organization. And how many members of an organization accepted, and how many are invited.
CREATE TRIGGER "Token_user_counted_inserted" AFTER INSERT ON "Token" WHEN NEW."userId" IS NOT NULL AND NEW."revokedAt" IS NULL AND NEW."type" <> 'wrapping' BEGIN
  INSERT INTO "RowCount" ("list", "count") VALUES ('user-token/' || NEW."userId", 1) ON CONFLICT ("list") DO UPDATE SET "count" = "count" + 1;
END;
CREATE TRIGGER "Token_user_counted_updated" AFTER UPDATE OF "revokedAt", "type", "userId" ON "Token" WHEN CASE WHEN NEW."revokedAt" IS NULL AND NEW."type" <> 'wrapping' THEN NEW."userId" END IS NOT CASE WHEN OLD."revokedAt" IS NULL AND OLD."type" <> 'wrapping' THEN OLD."userId" END BEGIN
  INSERT INTO "RowCount" ("list", "count") SELECT 'user-token/' || OLD."userId", -1 WHERE OLD."userId" IS NOT NULL AND OLD."revokedAt" IS NULL AND OLD."type" <> 'wrapping' ON CONFLICT ("list") DO UPDATE SET "count" = "count" - 1;
  DELETE FROM "RowCount" WHERE "list" = 'user-token/' || OLD."userId" AND "count" = 0;
  INSERT INTO "RowCount" ("list", "count") SELECT 'user-token/' || NEW."userId", 1 WHERE NEW."userId" IS NOT NULL AND NEW."revokedAt" IS NULL AND NEW."type" <> 'wrapping' ON CONFLICT ("list") DO UPDATE SET "count" = "count" + 1;
END;
CREATE TRIGGER "Token_user_counted_deleted" AFTER DELETE ON "Token" WHEN OLD."userId" IS NOT NULL AND OLD."revokedAt" IS NULL AND OLD."type" <> 'wrapping' BEGIN
  INSERT INTO "RowCount" ("list", "count") VALUES ('user-token/' || OLD."userId", -1) ON CONFLICT ("list") DO UPDATE SET "count" = "count" - 1;
  DELETE FROM "RowCount" WHERE "list" = 'user-token/' || OLD."userId" AND "count" = 0;
END;
INSERT INTO "RowCount" ("list", "count") SELECT 'user-token/' || r."userId", COUNT(*) FROM "Token" r WHERE r."userId" IS NOT NULL AND r."revokedAt" IS NULL AND r."type" <> 'wrapping' GROUP BY r."userId";
CREATE TRIGGER "Token_team_counted_inserted" AFTER INSERT ON "Token" WHEN NEW."teamId" IS NOT NULL AND NEW."revokedAt" IS NULL AND NEW."type" <> 'wrapping' BEGIN
  INSERT INTO "RowCount" ("list", "count") VALUES ('team-token/' || NEW."teamId", 1) ON CONFLICT ("list") DO UPDATE SET "count" = "count" + 1;
END;
CREATE TRIGGER "Token_team_counted_updated" AFTER UPDATE OF "revokedAt", "type", "teamId" ON "Token" WHEN CASE WHEN NEW."revokedAt" IS NULL AND NEW."type" <> 'wrapping' THEN NEW."teamId" END IS NOT CASE WHEN OLD."revokedAt" IS NULL AND OLD."type" <> 'wrapping' THEN OLD."teamId" END BEGIN
  INSERT INTO "RowCount" ("list", "count") SELECT 'team-token/' || OLD."teamId", -1 WHERE OLD."teamId" IS NOT NULL AND OLD."revokedAt" IS NULL AND OLD."type" <> 'wrapping' ON CONFLICT ("list") DO UPDATE SET "count" = "count" - 1;
  DELETE FROM "RowCount" WHERE "list" = 'team-token/' || OLD."teamId" AND "count" = 0;
  INSERT INTO "RowCount" ("list", "count") SELECT 'team-token/' || NEW."teamId", 1 WHERE NEW."teamId" IS NOT NULL AND NEW."revokedAt" IS NULL AND NEW."type" <> 'wrapping' ON CONFLICT ("list") DO UPDATE SET "count" = "count" + 1;
END;
CREATE TRIGGER "Token_team_counted_deleted" AFTER DELETE ON "Token" WHEN OLD."teamId" IS NOT NULL AND OLD."revokedAt" IS NULL AND OLD."type" <> 'wrapping' BEGIN
  INSERT INTO "RowCount" ("list", "count") VALUES ('team-token/' || OLD."teamId", -1) ON CONFLICT ("list") DO UPDATE SET "count" = "count" - 1;
  DELETE FROM "RowCount" WHERE "list" = 'team-token/' || OLD."teamId" AND "count" = 0;
END;
INSERT INTO "RowCount" ("list", "count") SELECT 'team-token/' || r."teamId", COUNT(*) FROM "Token" r WHERE r."teamId" IS NOT NULL AND r."revokedAt" IS NULL AND r."type" <> 'wrapping' GROUP BY r."teamId";
CREATE TRIGGER "Token_organization_counted_inserted" AFTER INSERT ON "Token" WHEN NEW."teamOrganizationId" IS NOT NULL AND NEW."revokedAt" IS NULL AND NEW."type" <> 'wrapping' BEGIN
  INSERT INTO "RowCount" ("list", "count") VALUES ('teams-token/' || NEW."teamOrganizationId", 1) ON CONFLICT ("list") DO UPDATE SET "count" = "count" + 1;
END;
CREATE TRIGGER "Token_organization_counted_updated" AFTER UPDATE OF "revokedAt", "type", "teamOrganizationId" ON "Token" WHEN CASE WHEN NEW."revokedAt" IS NULL AND NEW."type" <> 'wrapping' THEN NEW."teamOrganizationId" END IS NOT CASE WHEN OLD."revokedAt" IS NULL AND OLD."type" <> 'wrapping' THEN OLD."teamOrganizationId" END BEGIN
  INSERT INTO "RowCount" ("list", "count") SELECT 'teams-token/' || OLD."teamOrganizationId", -1 WHERE OLD."teamOrganizationId" IS NOT NULL AND OLD."revokedAt" IS NULL AND OLD."type" <> 'wrapping' ON CONFLICT ("list") DO UPDATE SET "count" = "count" - 1;
  DELETE FROM "RowCount" WHERE "list" = 'teams-token/' || OLD."teamOrganizationId" AND "count" = 0;
  INSERT INTO "RowCount" ("list", "count") SELECT 'teams-token/' || NEW."teamOrganizationId", 1 WHERE NEW."teamOrganizationId" IS NOT NULL AND NEW."revokedAt" IS NULL AND NEW."type" <> 'wrapping' ON CONFLICT ("list") DO UPDATE SET "count" = "count" + 1;
END;
CREATE TRIGGER "Token_organization_counted_deleted" AFTER DELETE ON "Token" WHEN OLD."teamOrganizationId" IS NOT NULL AND OLD."revokedAt" IS NULL AND OLD."type" <> 'wrapping' BEGIN
  INSERT INTO "RowCount" ("list", "count") VALUES ('teams-token/' || OLD."teamOrganizationId", -1) ON CONFLICT ("list") DO UPDATE SET "count" = "count" - 1;
  DELETE FROM "RowCount" WHERE "list" = 'teams-token/' || OLD."teamOrganizationId" AND "count" = 0;
END;
INSERT INTO "RowCount" ("list", "count") SELECT 'teams-token/' || r."teamOrganizationId", COUNT(*) FROM "Token" r WHERE r."teamOrganizationId" IS NOT NULL AND r."revokedAt" IS NULL AND r."type" <> 'wrapping' GROUP BY r."teamOrganizationId";
CREATE TRIGGER "OrganizationMembership_counted_inserted" AFTER INSERT ON "OrganizationMembership" BEGIN
  INSERT INTO "RowCount" ("list", "count") VALUES ('membership/' || NEW."organizationId" || '/' || NEW."status", 1) ON CONFLICT ("list") DO UPDATE SET "count" = "count" + 1;
END;
CREATE TRIGGER "OrganizationMembership_counted_updated" AFTER UPDATE OF "status" ON "OrganizationMembership" WHEN NEW."status" <> OLD."status" BEGIN
  INSERT INTO "RowCount" ("list", "count") VALUES ('membership/' || OLD."organizationId" || '/' || OLD."status", -1) ON CONFLICT ("list") DO UPDATE SET "count" = "count" - 1;
  DELETE FROM "RowCount" WHERE "list" = 'membership/' || OLD."organizationId" || '/' || OLD."status" AND "count" = 0;
  INSERT INTO "RowCount" ("list", "count") VALUES ('membership/' || NEW."organizationId" || '/' || NEW."status", 1) ON CONFLICT ("list") DO UPDATE SET "count" = "count" + 1;
END;
CREATE TRIGGER "OrganizationMembership_counted_deleted" AFTER DELETE ON "OrganizationMembership" BEGIN
  INSERT INTO "RowCount" ("list", "count") VALUES ('membership/' || OLD."organizationId" || '/' || OLD."status", -1) ON CONFLICT ("list") DO UPDATE SET "count" = "count" - 1;
  DELETE FROM "RowCount" WHERE "list" = 'membership/' || OLD."organizationId" || '/' || OLD."status" AND "count" = 0;
END;
INSERT INTO "RowCount" ("list", "count") SELECT 'membership/' || r."organizationId" || '/' || r."status", COUNT(*) FROM "OrganizationMembership" r GROUP BY r."organizationId", r."status";
