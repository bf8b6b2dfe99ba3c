-- How many rows more of the long lists have (0062_row_counts, 0063_more_row_counts), kept by whatever adds or removes one.
-- A server of an earlier version may be at work: what it changes comes before or after.
LOCK TABLE "TeamWorkspaceAccess", "TeamProjectAccess", "RemoteStateConsumer", "Role", "CelRole", "AuthRole", "AclPolicy", "WebhookDelivery", "Certificate", "Workspace" IN SHARE ROW EXCLUSIVE MODE;
-- Its arguments: the list, and where each owner has one, the column of the owner. Once for each statement, as in 0063_more_row_counts.
CREATE FUNCTION "count_rows_of_owners"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sign BIGINT := CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END;
BEGIN
  PERFORM "add_to_count"(TG_ARGV[0] || c."of", sign * c."changed") FROM (
    SELECT CASE WHEN TG_NARGS < 2 THEN '' ELSE to_jsonb(r)->>TG_ARGV[1] END AS "of", COUNT(*) AS "changed" FROM changed_rows r GROUP BY 1 ORDER BY 1) c;
  RETURN NULL;
END
$$;
CREATE TRIGGER "TeamWorkspaceAccess_counted_inserted" AFTER INSERT ON "TeamWorkspaceAccess" REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "count_rows_of_owners"('workspace-access/', 'workspaceId');
CREATE TRIGGER "TeamWorkspaceAccess_counted_deleted" AFTER DELETE ON "TeamWorkspaceAccess" REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "count_rows_of_owners"('workspace-access/', 'workspaceId');
INSERT INTO "RowCount" ("list", "count") SELECT 'workspace-access/' || r."workspaceId", COUNT(*) FROM "TeamWorkspaceAccess" r GROUP BY 1;
CREATE TRIGGER "TeamProjectAccess_counted_inserted" AFTER INSERT ON "TeamProjectAccess" REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "count_rows_of_owners"('project-access/', 'projectId');
CREATE TRIGGER "TeamProjectAccess_counted_deleted" AFTER DELETE ON "TeamProjectAccess" REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "count_rows_of_owners"('project-access/', 'projectId');
INSERT INTO "RowCount" ("list", "count") SELECT 'project-access/' || r."projectId", COUNT(*) FROM "TeamProjectAccess" r GROUP BY 1;
CREATE TRIGGER "RemoteStateConsumer_counted_inserted" AFTER INSERT ON "RemoteStateConsumer" REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "count_rows_of_owners"('consumer/', 'workspaceId');
CREATE TRIGGER "RemoteStateConsumer_counted_deleted" AFTER DELETE ON "RemoteStateConsumer" REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "count_rows_of_owners"('consumer/', 'workspaceId');
INSERT INTO "RowCount" ("list", "count") SELECT 'consumer/' || r."workspaceId", COUNT(*) FROM "RemoteStateConsumer" r GROUP BY 1;
CREATE TRIGGER "Role_counted_inserted" AFTER INSERT ON "Role" REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "count_rows_of_owners"('role/', 'mountId');
CREATE TRIGGER "Role_counted_deleted" AFTER DELETE ON "Role" REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "count_rows_of_owners"('role/', 'mountId');
INSERT INTO "RowCount" ("list", "count") SELECT 'role/' || r."mountId", COUNT(*) FROM "Role" r GROUP BY 1;
CREATE TRIGGER "CelRole_counted_inserted" AFTER INSERT ON "CelRole" REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "count_rows_of_owners"('cel-role/', 'mountId');
CREATE TRIGGER "CelRole_counted_deleted" AFTER DELETE ON "CelRole" REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "count_rows_of_owners"('cel-role/', 'mountId');
INSERT INTO "RowCount" ("list", "count") SELECT 'cel-role/' || r."mountId", COUNT(*) FROM "CelRole" r GROUP BY 1;
CREATE TRIGGER "AuthRole_counted_inserted" AFTER INSERT ON "AuthRole" REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "count_rows_of_owners"('auth-role/', 'methodId');
CREATE TRIGGER "AuthRole_counted_deleted" AFTER DELETE ON "AuthRole" REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "count_rows_of_owners"('auth-role/', 'methodId');
INSERT INTO "RowCount" ("list", "count") SELECT 'auth-role/' || r."methodId", COUNT(*) FROM "AuthRole" r GROUP BY 1;
CREATE TRIGGER "AclPolicy_counted_inserted" AFTER INSERT ON "AclPolicy" REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "count_rows_of_owners"('policy');
CREATE TRIGGER "AclPolicy_counted_deleted" AFTER DELETE ON "AclPolicy" REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "count_rows_of_owners"('policy');
INSERT INTO "RowCount" ("list", "count") SELECT 'policy', COUNT(*) FROM "AclPolicy" r HAVING COUNT(*) > 0;
CREATE TRIGGER "WebhookDelivery_counted_inserted" AFTER INSERT ON "WebhookDelivery" REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "count_rows_of_owners"('webhook-delivery/', 'webhookId');
CREATE TRIGGER "WebhookDelivery_counted_deleted" AFTER DELETE ON "WebhookDelivery" REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "count_rows_of_owners"('webhook-delivery/', 'webhookId');
INSERT INTO "RowCount" ("list", "count") SELECT 'webhook-delivery/' || r."webhookId", COUNT(*) FROM "WebhookDelivery" r GROUP BY 1;
-- Certificates of a role and of an issuer once their names are listed, as those of a mount are (0063_more_row_counts).
CREATE FUNCTION "count_parted_certificates"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    PERFORM "add_to_count"(c."of", c."added") FROM (
      SELECT l."of", SUM(l."sign") AS "added" FROM after_rows n JOIN before_rows o ON o."id" = n."id",
        LATERAL (VALUES
          ('certificate-issuer/' || o."issuerId", -o."indexed"::int), ('certificate-role/' || o."mountId" || '/' || o."roleName", -o."indexed"::int),
          ('certificate-issuer/' || n."issuerId", n."indexed"::int), ('certificate-role/' || n."mountId" || '/' || n."roleName", n."indexed"::int)) l("of", "sign")
        WHERE (n."indexed" <> o."indexed" OR n."issuerId" IS DISTINCT FROM o."issuerId") AND l."of" IS NOT NULL GROUP BY 1 HAVING SUM(l."sign") <> 0 ORDER BY 1) c;
  ELSE
    PERFORM "add_to_count"(c."of", c."added") FROM (
      SELECT l."of", -COUNT(*) AS "added" FROM before_rows o,
        LATERAL (VALUES ('certificate-issuer/' || o."issuerId"), ('certificate-role/' || o."mountId" || '/' || o."roleName")) l("of") WHERE o."indexed" AND l."of" IS NOT NULL GROUP BY 1 ORDER BY 1) c;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER "Certificate_parted_counted_updated" AFTER UPDATE ON "Certificate" REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "count_parted_certificates"();
CREATE TRIGGER "Certificate_parted_counted_deleted" AFTER DELETE ON "Certificate" REFERENCING OLD TABLE AS before_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "count_parted_certificates"();
CREATE FUNCTION "count_parted_certificates_of_copies"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "add_to_count"(l."of", 1) FROM (VALUES ('certificate-issuer/' || NEW."issuerId"), ('certificate-role/' || NEW."mountId" || '/' || NEW."roleName")) l("of") WHERE l."of" IS NOT NULL;
  RETURN NULL;
END
$$;
CREATE TRIGGER "Certificate_parted_counted_inserted" AFTER INSERT ON "Certificate" FOR EACH ROW WHEN (NEW."indexed") EXECUTE FUNCTION "count_parted_certificates_of_copies"();
INSERT INTO "RowCount" ("list", "count") SELECT 'certificate-role/' || r."mountId" || '/' || r."roleName", COUNT(*) FROM "Certificate" r WHERE r."indexed" AND r."roleName" IS NOT NULL GROUP BY r."mountId", r."roleName";
INSERT INTO "RowCount" ("list", "count") SELECT 'certificate-issuer/' || r."issuerId", COUNT(*) FROM "Certificate" r WHERE r."indexed" AND r."issuerId" IS NOT NULL GROUP BY r."issuerId";
-- Bytes that all workspaces store together: metrics show them. In parts, at the end of the transaction, as those of an organization (0012_stored_bytes_together).
CREATE FUNCTION "add_all_stored_bytes"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  added BIGINT := CASE WHEN TG_OP = 'DELETE' THEN 0 ELSE NEW."storedBytes" END - CASE WHEN TG_OP = 'INSERT' THEN 0 ELSE OLD."storedBytes" END;
  workspace TEXT := CASE WHEN TG_OP = 'DELETE' THEN OLD."id" ELSE NEW."id" END;
BEGIN
  IF added <> 0 THEN
    INSERT INTO "RowCount" ("list", "count") VALUES ('stored-bytes/' || (hashtextextended(workspace, 0) & 63), added)
      ON CONFLICT ("list") DO UPDATE SET "count" = "RowCount"."count" + excluded."count";
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER "Workspace_all_stored_bytes" AFTER INSERT OR DELETE OR UPDATE OF "storedBytes" ON "Workspace"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "add_all_stored_bytes"();
INSERT INTO "RowCount" ("list", "count") SELECT 'stored-bytes/0', SUM("storedBytes") FROM "Workspace" HAVING SUM("storedBytes") <> 0;
