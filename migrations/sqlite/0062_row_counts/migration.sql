-- How many rows long lists have (src/platform/database/row-counts.ts), kept by whatever adds or removes one.
CREATE TABLE "RowCount" (
    "list" TEXT NOT NULL PRIMARY KEY,
    "count" BIGINT NOT NULL
);
CREATE TRIGGER "Organization_counted_inserted" AFTER INSERT ON "Organization" BEGIN
  INSERT INTO "RowCount" ("list", "count") VALUES ('organization', 1) ON CONFLICT ("list") DO UPDATE SET "count" = "count" + 1;
END;
CREATE TRIGGER "Organization_counted_deleted" AFTER DELETE ON "Organization" BEGIN
  UPDATE "RowCount" SET "count" = "count" - 1 WHERE "list" = 'organization';
  DELETE FROM "RowCount" WHERE "list" = 'organization' AND "count" = 0;
END;
INSERT INTO "RowCount" ("list", "count") SELECT 'organization', COUNT(*) FROM "Organization" r GROUP BY 1;
CREATE TRIGGER "User_counted_inserted" AFTER INSERT ON "User" WHEN NEW."kind" = 'person' BEGIN
  INSERT INTO "RowCount" ("list", "count") VALUES ('user', 1) ON CONFLICT ("list") DO UPDATE SET "count" = "count" + 1;
END;
CREATE TRIGGER "User_counted_deleted" AFTER DELETE ON "User" WHEN OLD."kind" = 'person' BEGIN
  UPDATE "RowCount" SET "count" = "count" - 1 WHERE "list" = 'user';
  DELETE FROM "RowCount" WHERE "list" = 'user' AND "count" = 0;
END;
INSERT INTO "RowCount" ("list", "count") SELECT 'user', COUNT(*) FROM "User" r WHERE r."kind" = 'person' GROUP BY 1;
CREATE TRIGGER "Tag_counted_inserted" AFTER INSERT ON "Tag" BEGIN
  INSERT INTO "RowCount" ("list", "count") VALUES ('tag/' || NEW."organizationId", 1) ON CONFLICT ("list") DO UPDATE SET "count" = "count" + 1;
END;
CREATE TRIGGER "Tag_counted_deleted" AFTER DELETE ON "Tag" BEGIN
  UPDATE "RowCount" SET "count" = "count" - 1 WHERE "list" = 'tag/' || OLD."organizationId";
  DELETE FROM "RowCount" WHERE "list" = 'tag/' || OLD."organizationId" AND "count" = 0;
END;
INSERT INTO "RowCount" ("list", "count") SELECT 'tag/' || r."organizationId", COUNT(*) FROM "Tag" r GROUP BY 1;
CREATE TRIGGER "Run_counted_inserted" AFTER INSERT ON "Run" BEGIN
  INSERT INTO "RowCount" ("list", "count") VALUES ('run/' || NEW."workspaceId", 1) ON CONFLICT ("list") DO UPDATE SET "count" = "count" + 1;
END;
CREATE TRIGGER "Run_counted_deleted" AFTER DELETE ON "Run" BEGIN
  UPDATE "RowCount" SET "count" = "count" - 1 WHERE "list" = 'run/' || OLD."workspaceId";
  DELETE FROM "RowCount" WHERE "list" = 'run/' || OLD."workspaceId" AND "count" = 0;
END;
INSERT INTO "RowCount" ("list", "count") SELECT 'run/' || r."workspaceId", COUNT(*) FROM "Run" r GROUP BY 1;
CREATE TRIGGER "ConfigurationVersion_counted_inserted" AFTER INSERT ON "ConfigurationVersion" BEGIN
  INSERT INTO "RowCount" ("list", "count") VALUES ('configuration-version/' || NEW."workspaceId", 1) ON CONFLICT ("list") DO UPDATE SET "count" = "count" + 1;
END;
CREATE TRIGGER "ConfigurationVersion_counted_deleted" AFTER DELETE ON "ConfigurationVersion" BEGIN
  UPDATE "RowCount" SET "count" = "count" - 1 WHERE "list" = 'configuration-version/' || OLD."workspaceId";
  DELETE FROM "RowCount" WHERE "list" = 'configuration-version/' || OLD."workspaceId" AND "count" = 0;
END;
INSERT INTO "RowCount" ("list", "count") SELECT 'configuration-version/' || r."workspaceId", COUNT(*) FROM "ConfigurationVersion" r GROUP BY 1;
