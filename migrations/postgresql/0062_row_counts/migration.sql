-- How many rows long lists have (src/platform/database/row-counts.ts), kept by whatever adds or removes one.
CREATE TABLE "RowCount" (
    "list" TEXT NOT NULL,
    "count" BIGINT NOT NULL,
    CONSTRAINT "RowCount_pkey" PRIMARY KEY ("list")
);
-- A server of an earlier version may be at work: what it changes comes before or after.
LOCK TABLE "Organization", "User", "Tag", "Run", "ConfigurationVersion" IN SHARE ROW EXCLUSIVE MODE;
-- Its arguments: the list, and where each owner has one, the column of the owner.
CREATE FUNCTION "count_row"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  counted TEXT := TG_ARGV[0] || CASE WHEN TG_NARGS < 2 THEN ''
    WHEN TG_OP = 'INSERT' THEN to_jsonb(NEW)->>TG_ARGV[1] ELSE to_jsonb(OLD)->>TG_ARGV[1] END;
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO "RowCount" ("list", "count") VALUES (counted, 1) ON CONFLICT ("list") DO UPDATE SET "count" = "RowCount"."count" + 1;
  ELSE
    UPDATE "RowCount" SET "count" = "count" - 1 WHERE "list" = counted;
    DELETE FROM "RowCount" WHERE "list" = counted AND "count" = 0;
  END IF;
  RETURN NULL;
END
$$;
-- At the end of the transaction: others wait for a row of these as long as a commit takes.
CREATE CONSTRAINT TRIGGER "Organization_counted" AFTER INSERT OR DELETE ON "Organization" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION "count_row"('organization');
INSERT INTO "RowCount" ("list", "count") SELECT 'organization', COUNT(*) FROM "Organization" r GROUP BY 1;
CREATE CONSTRAINT TRIGGER "User_counted_inserted" AFTER INSERT ON "User" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW."kind" = 'person') EXECUTE FUNCTION "count_row"('user');
CREATE CONSTRAINT TRIGGER "User_counted_deleted" AFTER DELETE ON "User" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD."kind" = 'person') EXECUTE FUNCTION "count_row"('user');
INSERT INTO "RowCount" ("list", "count") SELECT 'user', COUNT(*) FROM "User" r WHERE r."kind" = 'person' GROUP BY 1;
CREATE CONSTRAINT TRIGGER "Tag_counted" AFTER INSERT OR DELETE ON "Tag" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION "count_row"('tag/', 'organizationId');
INSERT INTO "RowCount" ("list", "count") SELECT 'tag/' || r."organizationId", COUNT(*) FROM "Tag" r GROUP BY 1;
CREATE CONSTRAINT TRIGGER "Run_counted" AFTER INSERT OR DELETE ON "Run" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION "count_row"('run/', 'workspaceId');
INSERT INTO "RowCount" ("list", "count") SELECT 'run/' || r."workspaceId", COUNT(*) FROM "Run" r GROUP BY 1;
CREATE CONSTRAINT TRIGGER "ConfigurationVersion_counted" AFTER INSERT OR DELETE ON "ConfigurationVersion" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION "count_row"('configuration-version/', 'workspaceId');
INSERT INTO "RowCount" ("list", "count") SELECT 'configuration-version/' || r."workspaceId", COUNT(*) FROM "ConfigurationVersion" r GROUP BY 1;
