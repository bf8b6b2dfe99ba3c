-- How many rows lists have that clients of the certificate authority add to (0062_row_counts, 0063_more_row_counts), kept by whatever adds or removes one.
-- A server of an earlier version may be at work: what it changes comes before or after.
LOCK TABLE "AcmeOrder", "CertificateMetadata", "ScepTransaction" IN SHARE ROW EXCLUSIVE MODE;
-- Many add to these at once, and none may wait for another one until that has committed. So a counter has parts, '' and '/1' to '/63', and whoever changes it takes the first that nobody
-- else has. There are as many as there ever were at once, mostly one; where all are taken, one waits. The list has the sum of them, one of which may be negative.
-- What is removed or changed by one statement is one change: each leaves a version behind until the end of the transaction. Requests add one row after the other, which is cheaper so.
CREATE FUNCTION "add_beside_others"(counted TEXT, added BIGINT) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  part TEXT := counted;
  left_over BIGINT;
  other BIGINT;
BEGIN
  FOR number IN 1..64 LOOP
    UPDATE "RowCount" SET "count" = "count" + added WHERE "list" = (SELECT "list" FROM "RowCount" WHERE "list" = part FOR UPDATE SKIP LOCKED) RETURNING "count" INTO left_over;
    -- Whoever removes needs the first part, to put the others into.
    IF NOT FOUND AND number = 1 AND added < 0 AND NOT EXISTS (SELECT FROM "RowCount" WHERE "list" = part) AND pg_try_advisory_xact_lock(hashtextextended('trustate counter ' || part, 0)) THEN
      INSERT INTO "RowCount" ("list", "count") VALUES (part, added) ON CONFLICT ("list") DO UPDATE SET "count" = "RowCount"."count" + added RETURNING "count" INTO left_over;
    END IF;
    IF left_over IS NOT NULL THEN
      -- With each removal the other parts are put into the first one, so that the counter of a list without rows ends; but for parts that others hold. Part by part: of many at once the planner would read all counters.
      IF number = 1 AND (left_over <= 0 OR added < 0) THEN
        FOR part IN SELECT p."list" FROM generate_series(1, 63) n CROSS JOIN LATERAL (SELECT "list" FROM "RowCount" WHERE "list" = counted || '/' || n FOR UPDATE SKIP LOCKED) p LOOP
          DELETE FROM "RowCount" WHERE "list" = part RETURNING "count" INTO other;
          left_over := left_over + other;
        END LOOP;
        IF left_over = 0 THEN
          DELETE FROM "RowCount" WHERE "list" = counted;
        ELSE
          UPDATE "RowCount" SET "count" = left_over WHERE "list" = counted;
        END IF;
      END IF;
      RETURN;
    END IF;
    -- Another transaction may be adding the same part.
    IF NOT EXISTS (SELECT FROM "RowCount" WHERE "list" = part) AND pg_try_advisory_xact_lock(hashtextextended('trustate counter ' || part, 0)) THEN
      EXIT;
    END IF;
    part := counted || '/' || number;
  END LOOP;
  IF part = counted || '/64' THEN
    part := counted;
  END IF;
  INSERT INTO "RowCount" ("list", "count") VALUES (part, added) ON CONFLICT ("list") DO UPDATE SET "count" = "RowCount"."count" + added;
END
$$;
CREATE FUNCTION "count_acme_orders_inserted"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "add_beside_others"('acme-account-order/' || NEW."mountId" || '/' || NEW."accountId", 1);
  PERFORM "add_beside_others"('acme-order/' || NEW."mountId", 1);
  RETURN NULL;
END
$$;
CREATE FUNCTION "count_acme_orders_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "add_beside_others"(c."of", c."added") FROM (
    SELECT l."of", -COUNT(*) AS "added" FROM before_rows o, LATERAL (VALUES ('acme-order/' || o."mountId"), ('acme-account-order/' || o."mountId" || '/' || o."accountId")) l("of") GROUP BY 1 ORDER BY 1) c;
  RETURN NULL;
END
$$;
CREATE TRIGGER "AcmeOrder_counted_inserted" AFTER INSERT ON "AcmeOrder" FOR EACH ROW EXECUTE FUNCTION "count_acme_orders_inserted"();
CREATE TRIGGER "AcmeOrder_counted_deleted" AFTER DELETE ON "AcmeOrder" REFERENCING OLD TABLE AS before_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "count_acme_orders_changed"();
INSERT INTO "RowCount" ("list", "count") SELECT 'acme-order/' || r."mountId", COUNT(*) FROM "AcmeOrder" r GROUP BY r."mountId";
INSERT INTO "RowCount" ("list", "count") SELECT 'acme-account-order/' || r."mountId" || '/' || r."accountId", COUNT(*) FROM "AcmeOrder" r GROUP BY r."mountId", r."accountId";
CREATE FUNCTION "count_certificate_metadata_inserted"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "add_beside_others"('certificate-metadata/' || NEW."mountId", 1);
  RETURN NULL;
END
$$;
CREATE FUNCTION "count_certificate_metadata_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "add_beside_others"(c."of", c."added") FROM (
    SELECT l."of", -COUNT(*) AS "added" FROM before_rows o, LATERAL (VALUES ('certificate-metadata/' || o."mountId")) l("of") GROUP BY 1 ORDER BY 1) c;
  RETURN NULL;
END
$$;
CREATE TRIGGER "CertificateMetadata_counted_inserted" AFTER INSERT ON "CertificateMetadata" FOR EACH ROW EXECUTE FUNCTION "count_certificate_metadata_inserted"();
CREATE TRIGGER "CertificateMetadata_counted_deleted" AFTER DELETE ON "CertificateMetadata" REFERENCING OLD TABLE AS before_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "count_certificate_metadata_changed"();
INSERT INTO "RowCount" ("list", "count") SELECT 'certificate-metadata/' || r."mountId", COUNT(*) FROM "CertificateMetadata" r GROUP BY r."mountId";
CREATE FUNCTION "count_scep_transactions_inserted"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "add_beside_others"('scep-transaction/' || NEW."mountId" || '/' || NEW."status", 1);
  RETURN NULL;
END
$$;
CREATE FUNCTION "count_scep_transactions_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    PERFORM "add_beside_others"(c."of", c."added") FROM (
      SELECT l."of", SUM(l."sign") AS "added" FROM (
        SELECT l."of", -1 AS "sign" FROM before_rows o, LATERAL (VALUES ('scep-transaction/' || o."mountId" || '/' || o."status")) l("of")
        UNION ALL SELECT l."of", 1 FROM after_rows n, LATERAL (VALUES ('scep-transaction/' || n."mountId" || '/' || n."status")) l("of")) l GROUP BY 1 HAVING SUM(l."sign") <> 0 ORDER BY 1) c;
  ELSE
    PERFORM "add_beside_others"(c."of", c."added") FROM (
      SELECT l."of", -COUNT(*) AS "added" FROM before_rows o, LATERAL (VALUES ('scep-transaction/' || o."mountId" || '/' || o."status")) l("of") GROUP BY 1 ORDER BY 1) c;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER "ScepTransaction_counted_inserted" AFTER INSERT ON "ScepTransaction" FOR EACH ROW EXECUTE FUNCTION "count_scep_transactions_inserted"();
CREATE TRIGGER "ScepTransaction_counted_deleted" AFTER DELETE ON "ScepTransaction" REFERENCING OLD TABLE AS before_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "count_scep_transactions_changed"();
CREATE TRIGGER "ScepTransaction_counted_updated" AFTER UPDATE ON "ScepTransaction" REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "count_scep_transactions_changed"();
INSERT INTO "RowCount" ("list", "count") SELECT 'scep-transaction/' || r."mountId" || '/' || r."status", COUNT(*) FROM "ScepTransaction" r GROUP BY r."mountId", r."status";
