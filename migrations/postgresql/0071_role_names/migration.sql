-- Roles are found by a part of their name, as teams are (0061_name_parts): a list for each mount. Their names are ASCII and never change.
-- A server of an earlier version may be at work: what it changes comes before or after.
LOCK TABLE "Role", "CelRole" IN SHARE ROW EXCLUSIVE MODE;
-- Its argument is the list.
CREATE FUNCTION "list_role_name"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM "NamePart" WHERE "list" = TG_ARGV[0] || OLD."mountId" AND "rowId" = OLD."id"
      AND "text" = ANY (ARRAY(SELECT "name_parts"(replace(replace(replace(lower(OLD."name"), '_', chr(57344)), '%', chr(57345)), '\', chr(57346)))));
  ELSE
    INSERT INTO "NamePart" ("list", "text", "rowId")
      SELECT TG_ARGV[0] || NEW."mountId", part, NEW."id" FROM "name_parts"(replace(replace(replace(lower(NEW."name"), '_', chr(57344)), '%', chr(57345)), '\', chr(57346))) part
      ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER "Role_name_parts" AFTER INSERT OR DELETE ON "Role" FOR EACH ROW EXECUTE FUNCTION "list_role_name"('role/');
INSERT INTO "NamePart" ("list", "text", "rowId")
  SELECT 'role/' || r."mountId", part, r."id" FROM "Role" r, "name_parts"(replace(replace(replace(lower(r."name"), '_', chr(57344)), '%', chr(57345)), '\', chr(57346))) part
  ON CONFLICT DO NOTHING;
CREATE TRIGGER "CelRole_name_parts" AFTER INSERT OR DELETE ON "CelRole" FOR EACH ROW EXECUTE FUNCTION "list_role_name"('cel-role/');
INSERT INTO "NamePart" ("list", "text", "rowId")
  SELECT 'cel-role/' || r."mountId", part, r."id" FROM "CelRole" r, "name_parts"(replace(replace(replace(lower(r."name"), '_', chr(57344)), '%', chr(57345)), '\', chr(57346))) part
  ON CONFLICT DO NOTHING;
-- Until it is known how many there are, stretches of the list are sorted before they are read.
ANALYZE "NamePart";
