-- How many workspaces have a tag themselves (0062_row_counts): lists of tags show it of each.
CREATE TRIGGER "TagBinding_counted_inserted" AFTER INSERT ON "TagBinding" WHEN NEW."workspaceId" IS NOT NULL BEGIN
  INSERT INTO "RowCount" ("list", "count") VALUES ('tagged-workspace/' || NEW."tagId", 1) ON CONFLICT ("list") DO UPDATE SET "count" = "count" + 1;
END;
CREATE TRIGGER "TagBinding_counted_deleted" AFTER DELETE ON "TagBinding" WHEN OLD."workspaceId" IS NOT NULL BEGIN
  UPDATE "RowCount" SET "count" = "count" - 1 WHERE "list" = 'tagged-workspace/' || OLD."tagId";
  DELETE FROM "RowCount" WHERE "list" = 'tagged-workspace/' || OLD."tagId" AND "count" = 0;
END;
INSERT INTO "RowCount" ("list", "count") SELECT 'tagged-workspace/' || r."tagId", COUNT(*) FROM "TagBinding" r WHERE r."workspaceId" IS NOT NULL GROUP BY 1;
