-- How many tokens are listed (0068_team_tokens): of a user, of a team, and of all teams of an organization. And how many members of an organization accepted, and how many are invited.
-- A server of an earlier version may be at work: what it changes comes before or after.
LOCK TABLE "Token", "OrganizationMembership" IN SHARE ROW EXCLUSIVE MODE;
CREATE FUNCTION "count_tokens_inserted"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."teamId" IS NOT NULL THEN
    PERFORM "add_beside_others"('team-token/' || NEW."teamId", 1);
  END IF;
  IF NEW."teamOrganizationId" IS NOT NULL THEN
    PERFORM "add_beside_others"('teams-token/' || NEW."teamOrganizationId", 1);
  END IF;
  IF NEW."userId" IS NOT NULL THEN
    PERFORM "add_beside_others"('user-token/' || NEW."userId", 1);
  END IF;
  RETURN NULL;
END
$$;
CREATE FUNCTION "count_tokens_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    PERFORM "add_beside_others"(c."of", c."added") FROM (
      SELECT l."of", SUM(l."sign") AS "added" FROM (
        SELECT l."of", -1 AS "sign" FROM before_rows o, LATERAL (VALUES ('user-token/' || o."userId"), ('team-token/' || o."teamId"), ('teams-token/' || o."teamOrganizationId")) l("of") WHERE o."revokedAt" IS NULL AND o."type" <> 'wrapping' AND l."of" IS NOT NULL
        UNION ALL SELECT l."of", 1 FROM after_rows n, LATERAL (VALUES ('user-token/' || n."userId"), ('team-token/' || n."teamId"), ('teams-token/' || n."teamOrganizationId")) l("of") WHERE n."revokedAt" IS NULL AND n."type" <> 'wrapping' AND l."of" IS NOT NULL) l GROUP BY 1 HAVING SUM(l."sign") <> 0 ORDER BY 1) c;
  ELSE
    PERFORM "add_beside_others"(c."of", c."added") FROM (
      SELECT l."of", -COUNT(*) AS "added" FROM before_rows o, LATERAL (VALUES ('user-token/' || o."userId"), ('team-token/' || o."teamId"), ('teams-token/' || o."teamOrganizationId")) l("of") WHERE o."revokedAt" IS NULL AND o."type" <> 'wrapping' AND l."of" IS NOT NULL GROUP BY 1 ORDER BY 1) c;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER "Token_counted_inserted" AFTER INSERT ON "Token" FOR EACH ROW WHEN (NEW."revokedAt" IS NULL AND NEW."type" <> 'wrapping') EXECUTE FUNCTION "count_tokens_inserted"();
CREATE TRIGGER "Token_counted_deleted" AFTER DELETE ON "Token" REFERENCING OLD TABLE AS before_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "count_tokens_changed"();
CREATE TRIGGER "Token_counted_updated" AFTER UPDATE ON "Token" REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "count_tokens_changed"();
INSERT INTO "RowCount" ("list", "count") SELECT 'user-token/' || r."userId", COUNT(*) FROM "Token" r WHERE r."userId" IS NOT NULL AND r."revokedAt" IS NULL AND r."type" <> 'wrapping' GROUP BY r."userId";
INSERT INTO "RowCount" ("list", "count") SELECT 'team-token/' || r."teamId", COUNT(*) FROM "Token" r WHERE r."teamId" IS NOT NULL AND r."revokedAt" IS NULL AND r."type" <> 'wrapping' GROUP BY r."teamId";
INSERT INTO "RowCount" ("list", "count") SELECT 'teams-token/' || r."teamOrganizationId", COUNT(*) FROM "Token" r WHERE r."teamOrganizationId" IS NOT NULL AND r."revokedAt" IS NULL AND r."type" <> 'wrapping' GROUP BY r."teamOrganizationId";
CREATE FUNCTION "count_memberships_inserted"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "add_beside_others"('membership/' || NEW."organizationId" || '/' || NEW."status", 1);
  RETURN NULL;
END
$$;
CREATE FUNCTION "count_memberships_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    PERFORM "add_beside_others"(c."of", c."added") FROM (
      SELECT l."of", SUM(l."sign") AS "added" FROM (
        SELECT l."of", -1 AS "sign" FROM before_rows o, LATERAL (VALUES ('membership/' || o."organizationId" || '/' || o."status")) l("of")
        UNION ALL SELECT l."of", 1 FROM after_rows n, LATERAL (VALUES ('membership/' || n."organizationId" || '/' || n."status")) l("of")) l GROUP BY 1 HAVING SUM(l."sign") <> 0 ORDER BY 1) c;
  ELSE
    PERFORM "add_beside_others"(c."of", c."added") FROM (
      SELECT l."of", -COUNT(*) AS "added" FROM before_rows o, LATERAL (VALUES ('membership/' || o."organizationId" || '/' || o."status")) l("of") GROUP BY 1 ORDER BY 1) c;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER "OrganizationMembership_counted_inserted" AFTER INSERT ON "OrganizationMembership" FOR EACH ROW EXECUTE FUNCTION "count_memberships_inserted"();
CREATE TRIGGER "OrganizationMembership_counted_deleted" AFTER DELETE ON "OrganizationMembership" REFERENCING OLD TABLE AS before_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "count_memberships_changed"();
CREATE TRIGGER "OrganizationMembership_counted_updated" AFTER UPDATE ON "OrganizationMembership" REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "count_memberships_changed"();
INSERT INTO "RowCount" ("list", "count") SELECT 'membership/' || r."organizationId" || '/' || r."status", COUNT(*) FROM "OrganizationMembership" r GROUP BY r."organizationId", r."status";
