-- Roles are found by a part of their name, as teams are (0061_name_parts): a list for each mount. Their names are ASCII and never change.
CREATE TRIGGER "Role_name_parts_inserted" AFTER INSERT ON "Role" BEGIN
  INSERT OR IGNORE INTO "NamePart" ("list", "text", "rowId")
    SELECT 'role/' || NEW."mountId", substr(char(57347) || replace(replace(replace(lower(NEW."name"), '_', char(57344)), '%', char(57345)), '\', char(57346)) || char(57348), p."key" + 1, 24), NEW."id"
    FROM json_each('[' || substr(replace(hex(zeroblob(length(NEW."name") + 1)), '00', '0,'), 1, 2 * length(NEW."name") + 1) || ']') p;
END;
CREATE TRIGGER "Role_name_parts_deleted" AFTER DELETE ON "Role" BEGIN
  DELETE FROM "NamePart" WHERE "list" = 'role/' || OLD."mountId" AND "rowId" = OLD."id" AND "text" IN (
    SELECT substr(char(57347) || replace(replace(replace(lower(OLD."name"), '_', char(57344)), '%', char(57345)), '\', char(57346)) || char(57348), p."key" + 1, 24)
    FROM json_each('[' || substr(replace(hex(zeroblob(length(OLD."name") + 1)), '00', '0,'), 1, 2 * length(OLD."name") + 1) || ']') p);
END;
INSERT INTO "NamePart" ("list", "text", "rowId")
  SELECT DISTINCT 'role/' || r."mountId", substr(char(57347) || replace(replace(replace(lower(r."name"), '_', char(57344)), '%', char(57345)), '\', char(57346)) || char(57348), p."key" + 1, 24), r."id"
  FROM "Role" r, json_each('[' || substr(replace(hex(zeroblob(length(r."name") + 1)), '00', '0,'), 1, 2 * length(r."name") + 1) || ']') p;
CREATE TRIGGER "CelRole_name_parts_inserted" AFTER INSERT ON "CelRole" BEGIN
  INSERT OR IGNORE INTO "NamePart" ("list", "text", "rowId")
    SELECT 'cel-role/' || NEW."mountId", substr(char(57347) || replace(replace(replace(lower(NEW."name"), '_', char(57344)), '%', char(57345)), '\', char(57346)) || char(57348), p."key" + 1, 24), NEW."id"
    FROM json_each('[' || substr(replace(hex(zeroblob(length(NEW."name") + 1)), '00', '0,'), 1, 2 * length(NEW."name") + 1) || ']') p;
END;
CREATE TRIGGER "CelRole_name_parts_deleted" AFTER DELETE ON "CelRole" BEGIN
  DELETE FROM "NamePart" WHERE "list" = 'cel-role/' || OLD."mountId" AND "rowId" = OLD."id" AND "text" IN (
    SELECT substr(char(57347) || replace(replace(replace(lower(OLD."name"), '_', char(57344)), '%', char(57345)), '\', char(57346)) || char(57348), p."key" + 1, 24)
    FROM json_each('[' || substr(replace(hex(zeroblob(length(OLD."name") + 1)), '00', '0,'), 1, 2 * length(OLD."name") + 1) || ']') p);
END;
INSERT INTO "NamePart" ("list", "text", "rowId")
  SELECT DISTINCT 'cel-role/' || r."mountId", substr(char(57347) || replace(replace(replace(lower(r."name"), '_', char(57344)), '%', char(57345)), '\', char(57346)) || char(57348), p."key" + 1, 24), r."id"
  FROM "CelRole" r, json_each('[' || substr(replace(hex(zeroblob(length(r."name") + 1)), '00', '0,'), 1, 2 * length(r."name") + 1) || ']') p;
