-- Where rows are found by a part of their name, as workspaces are (0037_workspace_names): each name between its marks, from every character on, in a list of
-- names that are searched together (src/platform/database/name-parts.ts).
CREATE TABLE "NamePart" (
    "list" TEXT NOT NULL,
    "text" TEXT NOT NULL COLLATE "C",
    "rowId" TEXT NOT NULL,
    CONSTRAINT "NamePart_pkey" PRIMARY KEY ("list", "text", "rowId")
);
-- A server of an earlier version may be at work: what it changes comes before or after.
LOCK TABLE "User", "Organization", "Team", "Project", "Tag" IN SHARE ROW EXCLUSIVE MODE;
CREATE FUNCTION "name_parts"(name TEXT) RETURNS SETOF TEXT LANGUAGE sql IMMUTABLE AS $$
  SELECT DISTINCT substr(chr(57347) || name || chr(57348), at, 24) FROM generate_series(1, length(name) + 1) at
$$;
-- Its arguments: the list, the column of the name, and where there is a list for each organization, that column.
CREATE FUNCTION "list_name"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before JSONB := CASE WHEN TG_OP = 'INSERT' THEN NULL ELSE to_jsonb(OLD) END;
  after JSONB := CASE WHEN TG_OP = 'DELETE' THEN NULL ELSE to_jsonb(NEW) END;
BEGIN
  IF TG_OP = 'UPDATE' AND before->>TG_ARGV[1] = after->>TG_ARGV[1] THEN
    RETURN NULL;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM "NamePart" WHERE "list" = TG_ARGV[0] || CASE WHEN TG_NARGS = 3 THEN '/' || (before->>TG_ARGV[2]) ELSE '' END
      AND "rowId" = before->>'id' AND "text" = ANY (ARRAY(SELECT "name_parts"(before->>TG_ARGV[1])));
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO "NamePart" ("list", "text", "rowId")
      SELECT TG_ARGV[0] || CASE WHEN TG_NARGS = 3 THEN '/' || (after->>TG_ARGV[2]) ELSE '' END, part, after->>'id'
      FROM "name_parts"(after->>TG_ARGV[1]) part
      ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER "User_name_parts" AFTER INSERT OR UPDATE OF "searchName" ON "User"
  FOR EACH ROW WHEN (NEW."kind" NOT IN ('team', 'organization', 'method')) EXECUTE FUNCTION "list_name"('user', 'searchName');
CREATE TRIGGER "User_name_parts_deleted" AFTER DELETE ON "User"
  FOR EACH ROW WHEN (OLD."kind" NOT IN ('team', 'organization', 'method')) EXECUTE FUNCTION "list_name"('user', 'searchName');
INSERT INTO "NamePart" ("list", "text", "rowId")
  SELECT 'user', part, r."id" FROM "User" r, "name_parts"(r."searchName") part WHERE r."kind" NOT IN ('team', 'organization', 'method')
  ON CONFLICT DO NOTHING;
CREATE TRIGGER "User_email_parts" AFTER INSERT OR UPDATE OF "searchEmail" ON "User"
  FOR EACH ROW WHEN (NEW."kind" NOT IN ('team', 'organization', 'method')) EXECUTE FUNCTION "list_name"('user-email', 'searchEmail');
CREATE TRIGGER "User_email_parts_deleted" AFTER DELETE ON "User"
  FOR EACH ROW WHEN (OLD."kind" NOT IN ('team', 'organization', 'method')) EXECUTE FUNCTION "list_name"('user-email', 'searchEmail');
INSERT INTO "NamePart" ("list", "text", "rowId")
  SELECT 'user-email', part, r."id" FROM "User" r, "name_parts"(r."searchEmail") part WHERE r."kind" NOT IN ('team', 'organization', 'method')
  ON CONFLICT DO NOTHING;
CREATE TRIGGER "Organization_name_parts" AFTER INSERT OR DELETE OR UPDATE OF "searchName" ON "Organization"
  FOR EACH ROW EXECUTE FUNCTION "list_name"('organization', 'searchName');
INSERT INTO "NamePart" ("list", "text", "rowId")
  SELECT 'organization', part, r."id" FROM "Organization" r, "name_parts"(r."searchName") part
  ON CONFLICT DO NOTHING;
CREATE TRIGGER "Organization_email_parts" AFTER INSERT OR DELETE OR UPDATE OF "searchEmail" ON "Organization"
  FOR EACH ROW EXECUTE FUNCTION "list_name"('organization-email', 'searchEmail');
INSERT INTO "NamePart" ("list", "text", "rowId")
  SELECT 'organization-email', part, r."id" FROM "Organization" r, "name_parts"(r."searchEmail") part
  ON CONFLICT DO NOTHING;
CREATE TRIGGER "Team_name_parts" AFTER INSERT OR DELETE OR UPDATE OF "searchName" ON "Team"
  FOR EACH ROW EXECUTE FUNCTION "list_name"('team', 'searchName', 'organizationId');
INSERT INTO "NamePart" ("list", "text", "rowId")
  SELECT 'team/' || r."organizationId", part, r."id" FROM "Team" r, "name_parts"(r."searchName") part
  ON CONFLICT DO NOTHING;
CREATE TRIGGER "Project_name_parts" AFTER INSERT OR DELETE OR UPDATE OF "searchName" ON "Project"
  FOR EACH ROW EXECUTE FUNCTION "list_name"('project', 'searchName', 'organizationId');
INSERT INTO "NamePart" ("list", "text", "rowId")
  SELECT 'project/' || r."organizationId", part, r."id" FROM "Project" r, "name_parts"(r."searchName") part
  ON CONFLICT DO NOTHING;
CREATE TRIGGER "Tag_name_parts" AFTER INSERT OR DELETE OR UPDATE OF "searchName" ON "Tag"
  FOR EACH ROW EXECUTE FUNCTION "list_name"('tag', 'searchName', 'organizationId');
INSERT INTO "NamePart" ("list", "text", "rowId")
  SELECT 'tag/' || r."organizationId", part, r."id" FROM "Tag" r, "name_parts"(r."searchName") part
  ON CONFLICT DO NOTHING;
-- Until it is known how many there are, stretches of the list are sorted before they are read.
ANALYZE "NamePart";
