-- How many rows lists have that clients of the certificate authority add to (0062_row_counts, 0063_more_row_counts), kept by whatever adds or removes one.
-- One that was moved here from PostgreSQL may have parts there, of which any may be the one that gets less.
CREATE TRIGGER "AcmeOrder_counted_inserted" AFTER INSERT ON "AcmeOrder" BEGIN
  INSERT INTO "RowCount" ("list", "count") VALUES ('acme-order/' || NEW."mountId", 1) ON CONFLICT ("list") DO UPDATE SET "count" = "count" + 1;
  INSERT INTO "RowCount" ("list", "count") VALUES ('acme-account-order/' || NEW."mountId" || '/' || NEW."accountId", 1) ON CONFLICT ("list") DO UPDATE SET "count" = "count" + 1;
END;
CREATE TRIGGER "AcmeOrder_counted_deleted" AFTER DELETE ON "AcmeOrder" BEGIN
  INSERT INTO "RowCount" ("list", "count") VALUES ('acme-order/' || OLD."mountId", -1) ON CONFLICT ("list") DO UPDATE SET "count" = "count" - 1;
  DELETE FROM "RowCount" WHERE "list" = 'acme-order/' || OLD."mountId" AND "count" = 0;
  INSERT INTO "RowCount" ("list", "count") VALUES ('acme-account-order/' || OLD."mountId" || '/' || OLD."accountId", -1) ON CONFLICT ("list") DO UPDATE SET "count" = "count" - 1;
  DELETE FROM "RowCount" WHERE "list" = 'acme-account-order/' || OLD."mountId" || '/' || OLD."accountId" AND "count" = 0;
END;
INSERT INTO "RowCount" ("list", "count") SELECT 'acme-order/' || r."mountId", COUNT(*) FROM "AcmeOrder" r GROUP BY r."mountId";
INSERT INTO "RowCount" ("list", "count") SELECT 'acme-account-order/' || r."mountId" || '/' || r."accountId", COUNT(*) FROM "AcmeOrder" r GROUP BY r."mountId", r."accountId";
CREATE TRIGGER "CertificateMetadata_counted_inserted" AFTER INSERT ON "CertificateMetadata" BEGIN
  INSERT INTO "RowCount" ("list", "count") VALUES ('certificate-metadata/' || NEW."mountId", 1) ON CONFLICT ("list") DO UPDATE SET "count" = "count" + 1;
END;
CREATE TRIGGER "CertificateMetadata_counted_deleted" AFTER DELETE ON "CertificateMetadata" BEGIN
  INSERT INTO "RowCount" ("list", "count") VALUES ('certificate-metadata/' || OLD."mountId", -1) ON CONFLICT ("list") DO UPDATE SET "count" = "count" - 1;
  DELETE FROM "RowCount" WHERE "list" = 'certificate-metadata/' || OLD."mountId" AND "count" = 0;
END;
INSERT INTO "RowCount" ("list", "count") SELECT 'certificate-metadata/' || r."mountId", COUNT(*) FROM "CertificateMetadata" r GROUP BY r."mountId";
CREATE TRIGGER "ScepTransaction_counted_inserted" AFTER INSERT ON "ScepTransaction" BEGIN
  INSERT INTO "RowCount" ("list", "count") VALUES ('scep-transaction/' || NEW."mountId" || '/' || NEW."status", 1) ON CONFLICT ("list") DO UPDATE SET "count" = "count" + 1;
END;
CREATE TRIGGER "ScepTransaction_counted_updated" AFTER UPDATE OF "status" ON "ScepTransaction" WHEN NEW."status" <> OLD."status" BEGIN
  INSERT INTO "RowCount" ("list", "count") VALUES ('scep-transaction/' || OLD."mountId" || '/' || OLD."status", -1) ON CONFLICT ("list") DO UPDATE SET "count" = "count" - 1;
  DELETE FROM "RowCount" WHERE "list" = 'scep-transaction/' || OLD."mountId" || '/' || OLD."status" AND "count" = 0;
  INSERT INTO "RowCount" ("list", "count") VALUES ('scep-transaction/' || NEW."mountId" || '/' || NEW."status", 1) ON CONFLICT ("list") DO UPDATE SET "count" = "count" + 1;
END;
CREATE TRIGGER "ScepTransaction_counted_deleted" AFTER DELETE ON "ScepTransaction" BEGIN
  INSERT INTO "RowCount" ("list", "count") VALUES ('scep-transaction/' || OLD."mountId" || '/' || OLD."status", -1) ON CONFLICT ("list") DO UPDATE SET "count" = "count" - 1;
  DELETE FROM "RowCount" WHERE "list" = 'scep-transaction/' || OLD."mountId" || '/' || OLD."status" AND "count" = 0;
END;
INSERT INTO "RowCount" ("list", "count") SELECT 'scep-transaction/' || r."mountId" || '/' || r."status", COUNT(*) FROM "ScepTransaction" r GROUP BY r."mountId", r."status";
