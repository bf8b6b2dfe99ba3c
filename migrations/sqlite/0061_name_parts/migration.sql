-- Where rows are found by a part of their name, as workspaces are (0037_workspace_names): each name between its marks, from every character on, in a list of
-- names that are searched together (src/platform/database/name-parts.ts).
CREATE TABLE "NamePart" (
    "list" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "rowId" TEXT NOT NULL,
    PRIMARY KEY ("list", "text", "rowId")
) WITHOUT ROWID;
CREATE TRIGGER "User_name_parts_inserted" AFTER INSERT ON "User" WHEN NEW."kind" NOT IN ('team', 'organization', 'method') BEGIN
  INSERT OR IGNORE INTO "NamePart" ("list", "text", "rowId")
    SELECT 'user', substr(char(57347) || NEW."searchName" || char(57348), p."key" + 1, 24), NEW."id"
    FROM json_each('[' || substr(replace(hex(zeroblob(length(NEW."searchName") + 1)), '00', '0,'), 1, 2 * length(NEW."searchName") + 1) || ']') p;
END;
CREATE TRIGGER "User_name_parts_updated" AFTER UPDATE OF "searchName" ON "User" WHEN NEW."searchName" <> OLD."searchName" AND NEW."kind" NOT IN ('team', 'organization', 'method') BEGIN
  DELETE FROM "NamePart" WHERE "list" = 'user' AND "rowId" = OLD."id" AND "text" IN (
    SELECT substr(char(57347) || OLD."searchName" || char(57348), p."key" + 1, 24)
    FROM json_each('[' || substr(replace(hex(zeroblob(length(OLD."searchName") + 1)), '00', '0,'), 1, 2 * length(OLD."searchName") + 1) || ']') p);
  INSERT OR IGNORE INTO "NamePart" ("list", "text", "rowId")
    SELECT 'user', substr(char(57347) || NEW."searchName" || char(57348), p."key" + 1, 24), NEW."id"
    FROM json_each('[' || substr(replace(hex(zeroblob(length(NEW."searchName") + 1)), '00', '0,'), 1, 2 * length(NEW."searchName") + 1) || ']') p;
END;
CREATE TRIGGER "User_name_parts_deleted" AFTER DELETE ON "User" WHEN OLD."kind" NOT IN ('team', 'organization', 'method') BEGIN
  DELETE FROM "NamePart" WHERE "list" = 'user' AND "rowId" = OLD."id" AND "text" IN (
    SELECT substr(char(57347) || OLD."searchName" || char(57348), p."key" + 1, 24)
    FROM json_each('[' || substr(replace(hex(zeroblob(length(OLD."searchName") + 1)), '00', '0,'), 1, 2 * length(OLD."searchName") + 1) || ']') p);
END;
INSERT INTO "NamePart" ("list", "text", "rowId")
  SELECT DISTINCT 'user', substr(char(57347) || r."searchName" || char(57348), p."key" + 1, 24), r."id"
  FROM "User" r, json_each('[' || substr(replace(hex(zeroblob(length(r."searchName") + 1)), '00', '0,'), 1, 2 * length(r."searchName") + 1) || ']') p WHERE r."kind" NOT IN ('team', 'organization', 'method');
CREATE TRIGGER "User_email_parts_inserted" AFTER INSERT ON "User" WHEN NEW."kind" NOT IN ('team', 'organization', 'method') BEGIN
  INSERT OR IGNORE INTO "NamePart" ("list", "text", "rowId")
    SELECT 'user-email', substr(char(57347) || NEW."searchEmail" || char(57348), p."key" + 1, 24), NEW."id"
    FROM json_each('[' || substr(replace(hex(zeroblob(length(NEW."searchEmail") + 1)), '00', '0,'), 1, 2 * length(NEW."searchEmail") + 1) || ']') p;
END;
CREATE TRIGGER "User_email_parts_updated" AFTER UPDATE OF "searchEmail" ON "User" WHEN NEW."searchEmail" <> OLD."searchEmail" AND NEW."kind" NOT IN ('team', 'organization', 'method') BEGIN
  DELETE FROM "NamePart" WHERE "list" = 'user-email' AND "rowId" = OLD."id" AND "text" IN (
    SELECT substr(char(57347) || OLD."searchEmail" || char(57348), p."key" + 1, 24)
    FROM json_each('[' || substr(replace(hex(zeroblob(length(OLD."searchEmail") + 1)), '00', '0,'), 1, 2 * length(OLD."searchEmail") + 1) || ']') p);
  INSERT OR IGNORE INTO "NamePart" ("list", "text", "rowId")
    SELECT 'user-email', substr(char(57347) || NEW."searchEmail" || char(57348), p."key" + 1, 24), NEW."id"
    FROM json_each('[' || substr(replace(hex(zeroblob(length(NEW."searchEmail") + 1)), '00', '0,'), 1, 2 * length(NEW."searchEmail") + 1) || ']') p;
END;
CREATE TRIGGER "User_email_parts_deleted" AFTER DELETE ON "User" WHEN OLD."kind" NOT IN ('team', 'organization', 'method') BEGIN
  DELETE FROM "NamePart" WHERE "list" = 'user-email' AND "rowId" = OLD."id" AND "text" IN (
    SELECT substr(char(57347) || OLD."searchEmail" || char(57348), p."key" + 1, 24)
    FROM json_each('[' || substr(replace(hex(zeroblob(length(OLD."searchEmail") + 1)), '00', '0,'), 1, 2 * length(OLD."searchEmail") + 1) || ']') p);
END;
INSERT INTO "NamePart" ("list", "text", "rowId")
  SELECT DISTINCT 'user-email', substr(char(57347) || r."searchEmail" || char(57348), p."key" + 1, 24), r."id"
  FROM "User" r, json_each('[' || substr(replace(hex(zeroblob(length(r."searchEmail") + 1)), '00', '0,'), 1, 2 * length(r."searchEmail") + 1) || ']') p WHERE r."kind" NOT IN ('team', 'organization', 'method');
CREATE TRIGGER "Organization_name_parts_inserted" AFTER INSERT ON "Organization" BEGIN
  INSERT OR IGNORE INTO "NamePart" ("list", "text", "rowId")
    SELECT 'organization', substr(char(57347) || NEW."searchName" || char(57348), p."key" + 1, 24), NEW."id"
    FROM json_each('[' || substr(replace(hex(zeroblob(length(NEW."searchName") + 1)), '00', '0,'), 1, 2 * length(NEW."searchName") + 1) || ']') p;
END;
CREATE TRIGGER "Organization_name_parts_updated" AFTER UPDATE OF "searchName" ON "Organization" WHEN NEW."searchName" <> OLD."searchName" BEGIN
  DELETE FROM "NamePart" WHERE "list" = 'organization' AND "rowId" = OLD."id" AND "text" IN (
    SELECT substr(char(57347) || OLD."searchName" || char(57348), p."key" + 1, 24)
    FROM json_each('[' || substr(replace(hex(zeroblob(length(OLD."searchName") + 1)), '00', '0,'), 1, 2 * length(OLD."searchName") + 1) || ']') p);
  INSERT OR IGNORE INTO "NamePart" ("list", "text", "rowId")
    SELECT 'organization', substr(char(57347) || NEW."searchName" || char(57348), p."key" + 1, 24), NEW."id"
    FROM json_each('[' || substr(replace(hex(zeroblob(length(NEW."searchName") + 1)), '00', '0,'), 1, 2 * length(NEW."searchName") + 1) || ']') p;
END;
CREATE TRIGGER "Organization_name_parts_deleted" AFTER DELETE ON "Organization" BEGIN
  DELETE FROM "NamePart" WHERE "list" = 'organization' AND "rowId" = OLD."id" AND "text" IN (
    SELECT substr(char(57347) || OLD."searchName" || char(57348), p."key" + 1, 24)
    FROM json_each('[' || substr(replace(hex(zeroblob(length(OLD."searchName") + 1)), '00', '0,'), 1, 2 * length(OLD."searchName") + 1) || ']') p);
END;
INSERT INTO "NamePart" ("list", "text", "rowId")
  SELECT DISTINCT 'organization', substr(char(57347) || r."searchName" || char(57348), p."key" + 1, 24), r."id"
  FROM "Organization" r, json_each('[' || substr(replace(hex(zeroblob(length(r."searchName") + 1)), '00', '0,'), 1, 2 * length(r."searchName") + 1) || ']') p;
CREATE TRIGGER "Organization_email_parts_inserted" AFTER INSERT ON "Organization" BEGIN
  INSERT OR IGNORE INTO "NamePart" ("list", "text", "rowId")
    SELECT 'organization-email', substr(char(57347) || NEW."searchEmail" || char(57348), p."key" + 1, 24), NEW."id"
    FROM json_each('[' || substr(replace(hex(zeroblob(length(NEW."searchEmail") + 1)), '00', '0,'), 1, 2 * length(NEW."searchEmail") + 1) || ']') p;
END;
CREATE TRIGGER "Organization_email_parts_updated" AFTER UPDATE OF "searchEmail" ON "Organization" WHEN NEW."searchEmail" <> OLD."searchEmail" BEGIN
  DELETE FROM "NamePart" WHERE "list" = 'organization-email' AND "rowId" = OLD."id" AND "text" IN (
    SELECT substr(char(57347) || OLD."searchEmail" || char(57348), p."key" + 1, 24)
    FROM json_each('[' || substr(replace(hex(zeroblob(length(OLD."searchEmail") + 1)), '00', '0,'), 1, 2 * length(OLD."searchEmail") + 1) || ']') p);
  INSERT OR IGNORE INTO "NamePart" ("list", "text", "rowId")
    SELECT 'organization-email', substr(char(57347) || NEW."searchEmail" || char(57348), p."key" + 1, 24), NEW."id"
    FROM json_each('[' || substr(replace(hex(zeroblob(length(NEW."searchEmail") + 1)), '00', '0,'), 1, 2 * length(NEW."searchEmail") + 1) || ']') p;
END;
CREATE TRIGGER "Organization_email_parts_deleted" AFTER DELETE ON "Organization" BEGIN
  DELETE FROM "NamePart" WHERE "list" = 'organization-email' AND "rowId" = OLD."id" AND "text" IN (
    SELECT substr(char(57347) || OLD."searchEmail" || char(57348), p."key" + 1, 24)
    FROM json_each('[' || substr(replace(hex(zeroblob(length(OLD."searchEmail") + 1)), '00', '0,'), 1, 2 * length(OLD."searchEmail") + 1) || ']') p);
END;
INSERT INTO "NamePart" ("list", "text", "rowId")
  SELECT DISTINCT 'organization-email', substr(char(57347) || r."searchEmail" || char(57348), p."key" + 1, 24), r."id"
  FROM "Organization" r, json_each('[' || substr(replace(hex(zeroblob(length(r."searchEmail") + 1)), '00', '0,'), 1, 2 * length(r."searchEmail") + 1) || ']') p;
CREATE TRIGGER "Team_name_parts_inserted" AFTER INSERT ON "Team" BEGIN
  INSERT OR IGNORE INTO "NamePart" ("list", "text", "rowId")
    SELECT 'team/' || NEW."organizationId", substr(char(57347) || NEW."searchName" || char(57348), p."key" + 1, 24), NEW."id"
    FROM json_each('[' || substr(replace(hex(zeroblob(length(NEW."searchName") + 1)), '00', '0,'), 1, 2 * length(NEW."searchName") + 1) || ']') p;
END;
CREATE TRIGGER "Team_name_parts_updated" AFTER UPDATE OF "searchName" ON "Team" WHEN NEW."searchName" <> OLD."searchName" BEGIN
  DELETE FROM "NamePart" WHERE "list" = 'team/' || OLD."organizationId" AND "rowId" = OLD."id" AND "text" IN (
    SELECT substr(char(57347) || OLD."searchName" || char(57348), p."key" + 1, 24)
    FROM json_each('[' || substr(replace(hex(zeroblob(length(OLD."searchName") + 1)), '00', '0,'), 1, 2 * length(OLD."searchName") + 1) || ']') p);
  INSERT OR IGNORE INTO "NamePart" ("list", "text", "rowId")
    SELECT 'team/' || NEW."organizationId", substr(char(57347) || NEW."searchName" || char(57348), p."key" + 1, 24), NEW."id"
    FROM json_each('[' || substr(replace(hex(zeroblob(length(NEW."searchName") + 1)), '00', '0,'), 1, 2 * length(NEW."searchName") + 1) || ']') p;
END;
CREATE TRIGGER "Team_name_parts_deleted" AFTER DELETE ON "Team" BEGIN
  DELETE FROM "NamePart" WHERE "list" = 'team/' || OLD."organizationId" AND "rowId" = OLD."id" AND "text" IN (
    SELECT substr(char(57347) || OLD."searchName" || char(57348), p."key" + 1, 24)
    FROM json_each('[' || substr(replace(hex(zeroblob(length(OLD."searchName") + 1)), '00', '0,'), 1, 2 * length(OLD."searchName") + 1) || ']') p);
END;
INSERT INTO "NamePart" ("list", "text", "rowId")
  SELECT DISTINCT 'team/' || r."organizationId", substr(char(57347) || r."searchName" || char(57348), p."key" + 1, 24), r."id"
  FROM "Team" r, json_each('[' || substr(replace(hex(zeroblob(length(r."searchName") + 1)), '00', '0,'), 1, 2 * length(r."searchName") + 1) || ']') p;
CREATE TRIGGER "Project_name_parts_inserted" AFTER INSERT ON "Project" BEGIN
  INSERT OR IGNORE INTO "NamePart" ("list", "text", "rowId")
    SELECT 'project/' || NEW."organizationId", substr(char(57347) || NEW."searchName" || char(57348), p."key" + 1, 24), NEW."id"
    FROM json_each('[' || substr(replace(hex(zeroblob(length(NEW."searchName") + 1)), '00', '0,'), 1, 2 * length(NEW."searchName") + 1) || ']') p;
END;
CREATE TRIGGER "Project_name_parts_updated" AFTER UPDATE OF "searchName" ON "Project" WHEN NEW."searchName" <> OLD."searchName" BEGIN
  DELETE FROM "NamePart" WHERE "list" = 'project/' || OLD."organizationId" AND "rowId" = OLD."id" AND "text" IN (
    SELECT substr(char(57347) || OLD."searchName" || char(57348), p."key" + 1, 24)
    FROM json_each('[' || substr(replace(hex(zeroblob(length(OLD."searchName") + 1)), '00', '0,'), 1, 2 * length(OLD."searchName") + 1) || ']') p);
  INSERT OR IGNORE INTO "NamePart" ("list", "text", "rowId")
    SELECT 'project/' || NEW."organizationId", substr(char(57347) || NEW."searchName" || char(57348), p."key" + 1, 24), NEW."id"
    FROM json_each('[' || substr(replace(hex(zeroblob(length(NEW."searchName") + 1)), '00', '0,'), 1, 2 * length(NEW."searchName") + 1) || ']') p;
END;
CREATE TRIGGER "Project_name_parts_deleted" AFTER DELETE ON "Project" BEGIN
  DELETE FROM "NamePart" WHERE "list" = 'project/' || OLD."organizationId" AND "rowId" = OLD."id" AND "text" IN (
    SELECT substr(char(57347) || OLD."searchName" || char(57348), p."key" + 1, 24)
    FROM json_each('[' || substr(replace(hex(zeroblob(length(OLD."searchName") + 1)), '00', '0,'), 1, 2 * length(OLD."searchName") + 1) || ']') p);
END;
INSERT INTO "NamePart" ("list", "text", "rowId")
  SELECT DISTINCT 'project/' || r."organizationId", substr(char(57347) || r."searchName" || char(57348), p."key" + 1, 24), r."id"
  FROM "Project" r, json_each('[' || substr(replace(hex(zeroblob(length(r."searchName") + 1)), '00', '0,'), 1, 2 * length(r."searchName") + 1) || ']') p;
CREATE TRIGGER "Tag_name_parts_inserted" AFTER INSERT ON "Tag" BEGIN
  INSERT OR IGNORE INTO "NamePart" ("list", "text", "rowId")
    SELECT 'tag/' || NEW."organizationId", substr(char(57347) || NEW."searchName" || char(57348), p."key" + 1, 24), NEW."id"
    FROM json_each('[' || substr(replace(hex(zeroblob(length(NEW."searchName") + 1)), '00', '0,'), 1, 2 * length(NEW."searchName") + 1) || ']') p;
END;
CREATE TRIGGER "Tag_name_parts_updated" AFTER UPDATE OF "searchName" ON "Tag" WHEN NEW."searchName" <> OLD."searchName" BEGIN
  DELETE FROM "NamePart" WHERE "list" = 'tag/' || OLD."organizationId" AND "rowId" = OLD."id" AND "text" IN (
    SELECT substr(char(57347) || OLD."searchName" || char(57348), p."key" + 1, 24)
    FROM json_each('[' || substr(replace(hex(zeroblob(length(OLD."searchName") + 1)), '00', '0,'), 1, 2 * length(OLD."searchName") + 1) || ']') p);
  INSERT OR IGNORE INTO "NamePart" ("list", "text", "rowId")
    SELECT 'tag/' || NEW."organizationId", substr(char(57347) || NEW."searchName" || char(57348), p."key" + 1, 24), NEW."id"
    FROM json_each('[' || substr(replace(hex(zeroblob(length(NEW."searchName") + 1)), '00', '0,'), 1, 2 * length(NEW."searchName") + 1) || ']') p;
END;
CREATE TRIGGER "Tag_name_parts_deleted" AFTER DELETE ON "Tag" BEGIN
  DELETE FROM "NamePart" WHERE "list" = 'tag/' || OLD."organizationId" AND "rowId" = OLD."id" AND "text" IN (
    SELECT substr(char(57347) || OLD."searchName" || char(57348), p."key" + 1, 24)
    FROM json_each('[' || substr(replace(hex(zeroblob(length(OLD."searchName") + 1)), '00', '0,'), 1, 2 * length(OLD."searchName") + 1) || ']') p);
END;
INSERT INTO "NamePart" ("list", "text", "rowId")
  SELECT DISTINCT 'tag/' || r."organizationId", substr(char(57347) || r."searchName" || char(57348), p."key" + 1, 24), r."id"
  FROM "Tag" r, json_each('[' || substr(replace(hex(zeroblob(length(r."searchName") + 1)), '00', '0,'), 1, 2 * length(r."searchName") + 1) || ']') p;
