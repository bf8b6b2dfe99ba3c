-- How many rows more of the long lists have (0062_row_counts), kept by whatever adds or removes one.
-- A server of an earlier version may be at work: what it changes comes before or after.
LOCK TABLE "Revocation", "AcmeAccount", "AcmeEabKey", "Certificate", "AuditRecord" IN SHARE ROW EXCLUSIVE MODE;
CREATE FUNCTION "add_to_count"(counted TEXT, added BIGINT) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF added > 0 THEN
    INSERT INTO "RowCount" ("list", "count") VALUES (counted, added) ON CONFLICT ("list") DO UPDATE SET "count" = "RowCount"."count" + added;
  ELSIF added < 0 THEN
    UPDATE "RowCount" SET "count" = "count" + added WHERE "list" = counted;
    DELETE FROM "RowCount" WHERE "list" = counted AND "count" = 0;
  END IF;
END
$$;
-- Its argument is the list of a mount's rows. Once for each statement: each change of a counter leaves a version of it behind until the end of the transaction.
CREATE FUNCTION "count_rows_of_mounts"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sign BIGINT := CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END;
BEGIN
  PERFORM "add_to_count"(TG_ARGV[0] || c."of", sign * c."changed") FROM (
    SELECT r."mountId" AS "of", COUNT(*) AS "changed" FROM changed_rows r GROUP BY 1 ORDER BY 1) c;
  RETURN NULL;
END
$$;
CREATE TRIGGER "Revocation_counted_inserted" AFTER INSERT ON "Revocation" REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "count_rows_of_mounts"('revocation/');
CREATE TRIGGER "Revocation_counted_deleted" AFTER DELETE ON "Revocation" REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "count_rows_of_mounts"('revocation/');
INSERT INTO "RowCount" ("list", "count") SELECT 'revocation/' || r."mountId", COUNT(*) FROM "Revocation" r GROUP BY 1;
CREATE TRIGGER "AcmeAccount_counted_inserted" AFTER INSERT ON "AcmeAccount" REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "count_rows_of_mounts"('acme-account/');
CREATE TRIGGER "AcmeAccount_counted_deleted" AFTER DELETE ON "AcmeAccount" REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "count_rows_of_mounts"('acme-account/');
INSERT INTO "RowCount" ("list", "count") SELECT 'acme-account/' || r."mountId", COUNT(*) FROM "AcmeAccount" r GROUP BY 1;
CREATE TRIGGER "AcmeEabKey_counted_inserted" AFTER INSERT ON "AcmeEabKey" REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "count_rows_of_mounts"('acme-eab-key/');
CREATE TRIGGER "AcmeEabKey_counted_deleted" AFTER DELETE ON "AcmeEabKey" REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "count_rows_of_mounts"('acme-eab-key/');
INSERT INTO "RowCount" ("list", "count") SELECT 'acme-eab-key/' || r."mountId", COUNT(*) FROM "AcmeEabKey" r GROUP BY 1;
-- Certificates once their names are listed: nobody who issues one waits for a counter. Those that are not are few, and are counted when somebody asks.
-- Many are marked, and removed, by one statement, which is one change of each counter.
CREATE FUNCTION "count_certificates"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    PERFORM "add_to_count"('certificate/' || c."of", c."added") FROM (
      SELECT n."mountId" AS "of", SUM(n."indexed"::int - o."indexed"::int) AS "added" FROM after_rows n JOIN before_rows o ON o."id" = n."id" WHERE n."indexed" <> o."indexed" GROUP BY 1 ORDER BY 1) c;
  ELSE
    PERFORM "add_to_count"('certificate/' || c."of", c."added") FROM (
      SELECT o."mountId" AS "of", -COUNT(*) AS "added" FROM before_rows o WHERE o."indexed" GROUP BY 1 ORDER BY 1) c;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER "Certificate_counted_updated" AFTER UPDATE ON "Certificate" REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "count_certificates"();
CREATE TRIGGER "Certificate_counted_deleted" AFTER DELETE ON "Certificate" REFERENCING OLD TABLE AS before_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "count_certificates"();
CREATE FUNCTION "count_certificates_of_copies"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "add_to_count"('certificate/' || NEW."mountId", 1);
  RETURN NULL;
END
$$;
CREATE TRIGGER "Certificate_counted_inserted" AFTER INSERT ON "Certificate" FOR EACH ROW WHEN (NEW."indexed") EXECUTE FUNCTION "count_certificates_of_copies"();
INSERT INTO "RowCount" ("list", "count") SELECT 'certificate/' || r."mountId", COUNT(*) FROM "Certificate" r WHERE r."indexed" GROUP BY 1;
-- Records once they have their place in the chain, likewise.
CREATE FUNCTION "count_audit_records"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    PERFORM "add_to_count"('audit', (SELECT SUM((n."position" IS NOT NULL)::int - (o."position" IS NOT NULL)::int) FROM after_rows n JOIN before_rows o ON o."id" = n."id" WHERE (n."position" IS NOT NULL) <> (o."position" IS NOT NULL)));
    PERFORM "add_to_count"('audit/' || c."of", c."added") FROM (
      SELECT n."organizationId" AS "of", SUM((n."position" IS NOT NULL)::int - (o."position" IS NOT NULL)::int) AS "added" FROM after_rows n JOIN before_rows o ON o."id" = n."id" WHERE (n."position" IS NOT NULL) <> (o."position" IS NOT NULL) AND n."organizationId" IS NOT NULL GROUP BY 1 ORDER BY 1) c;
  ELSE
    PERFORM "add_to_count"('audit', (SELECT -COUNT(*) FROM before_rows o WHERE (o."position" IS NOT NULL)));
    PERFORM "add_to_count"('audit/' || c."of", c."added") FROM (
      SELECT o."organizationId" AS "of", -COUNT(*) AS "added" FROM before_rows o WHERE (o."position" IS NOT NULL) AND o."organizationId" IS NOT NULL GROUP BY 1 ORDER BY 1) c;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER "AuditRecord_counted_updated" AFTER UPDATE ON "AuditRecord" REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "count_audit_records"();
CREATE TRIGGER "AuditRecord_counted_deleted" AFTER DELETE ON "AuditRecord" REFERENCING OLD TABLE AS before_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "count_audit_records"();
CREATE FUNCTION "count_audit_records_of_copies"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "add_to_count"('audit', 1);
  IF NEW."organizationId" IS NOT NULL THEN
    PERFORM "add_to_count"('audit/' || NEW."organizationId", 1);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER "AuditRecord_counted_inserted" AFTER INSERT ON "AuditRecord" FOR EACH ROW WHEN ((NEW."position" IS NOT NULL)) EXECUTE FUNCTION "count_audit_records_of_copies"();
INSERT INTO "RowCount" ("list", "count") SELECT 'audit', COUNT(*) FROM "AuditRecord" r WHERE r."position" IS NOT NULL GROUP BY 1;
INSERT INTO "RowCount" ("list", "count") SELECT 'audit/' || r."organizationId", COUNT(*) FROM "AuditRecord" r WHERE r."position" IS NOT NULL AND r."organizationId" IS NOT NULL GROUP BY 1;
