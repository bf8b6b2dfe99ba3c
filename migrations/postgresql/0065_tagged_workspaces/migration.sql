-- How many workspaces have a tag themselves (0062_row_counts): lists of tags show it of each.
-- A server of an earlier version may be at work: what it changes comes before or after.
LOCK TABLE "TagBinding" IN SHARE ROW EXCLUSIVE MODE;
CREATE FUNCTION "count_tagged_workspaces"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sign BIGINT := CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END;
BEGIN
  PERFORM "add_to_count"('tagged-workspace/' || c."of", sign * c."changed") FROM (
    SELECT r."tagId" AS "of", COUNT(*) AS "changed" FROM changed_rows r WHERE r."workspaceId" IS NOT NULL GROUP BY 1 ORDER BY 1) c;
  RETURN NULL;
END
$$;
CREATE TRIGGER "TagBinding_counted_inserted" AFTER INSERT ON "TagBinding" REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "count_tagged_workspaces"();
CREATE TRIGGER "TagBinding_counted_deleted" AFTER DELETE ON "TagBinding" REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "count_tagged_workspaces"();
INSERT INTO "RowCount" ("list", "count") SELECT 'tagged-workspace/' || r."tagId", COUNT(*) FROM "TagBinding" r WHERE r."workspaceId" IS NOT NULL GROUP BY 1;
