-- How many rows more of the long lists have (0062_row_counts), kept by whatever adds or removes one.
CREATE TRIGGER "Revocation_counted_inserted" AFTER INSERT ON "Revocation" BEGIN
  INSERT INTO "RowCount" ("list", "count") VALUES ('revocation/' || NEW."mountId", 1) ON CONFLICT ("list") DO UPDATE SET "count" = "count" + 1;
END;
CREATE TRIGGER "Revocation_counted_deleted" AFTER DELETE ON "Revocation" BEGIN
  UPDATE "RowCount" SET "count" = "count" - 1 WHERE "list" = 'revocation/' || OLD."mountId";
  DELETE FROM "RowCount" WHERE "list" = 'revocation/' || OLD."mountId" AND "count" = 0;
END;
INSERT INTO "RowCount" ("list", "count") SELECT 'revocation/' || r."mountId", COUNT(*) FROM "Revocation" r GROUP BY 1;
CREATE TRIGGER "AcmeAccount_counted_inserted" AFTER INSERT ON "AcmeAccount" BEGIN
  INSERT INTO "RowCount" ("list", "count") VALUES ('acme-account/' || NEW."mountId", 1) ON CONFLICT ("list") DO UPDATE SET "count" = "count" + 1;
END;
CREATE TRIGGER "AcmeAccount_counted_deleted" AFTER DELETE ON "AcmeAccount" BEGIN
  UPDATE "RowCount" SET "count" = "count" - 1 WHERE "list" = 'acme-account/' || OLD."mountId";
  DELETE FROM "RowCount" WHERE "list" = 'acme-account/' || OLD."mountId" AND "count" = 0;
END;
INSERT INTO "RowCount" ("list", "count") SELECT 'acme-account/' || r."mountId", COUNT(*) FROM "AcmeAccount" r GROUP BY 1;
CREATE TRIGGER "AcmeEabKey_counted_inserted" AFTER INSERT ON "AcmeEabKey" BEGIN
  INSERT INTO "RowCount" ("list", "count") VALUES ('acme-eab-key/' || NEW."mountId", 1) ON CONFLICT ("list") DO UPDATE SET "count" = "count" + 1;
END;
CREATE TRIGGER "AcmeEabKey_counted_deleted" AFTER DELETE ON "AcmeEabKey" BEGIN
  UPDATE "RowCount" SET "count" = "count" - 1 WHERE "list" = 'acme-eab-key/' || OLD."mountId";
  DELETE FROM "RowCount" WHERE "list" = 'acme-eab-key/' || OLD."mountId" AND "count" = 0;
END;
INSERT INTO "RowCount" ("list", "count") SELECT 'acme-eab-key/' || r."mountId", COUNT(*) FROM "AcmeEabKey" r GROUP BY 1;
-- Certificates once their names are listed: nobody who issues one waits for a counter. Those that are not are few, and are counted when somebody asks.
CREATE TRIGGER "Certificate_counted_inserted" AFTER INSERT ON "Certificate" WHEN NEW."indexed" BEGIN
  INSERT INTO "RowCount" ("list", "count") VALUES ('certificate/' || NEW."mountId", 1) ON CONFLICT ("list") DO UPDATE SET "count" = "count" + 1;
END;
CREATE TRIGGER "Certificate_counted_updated" AFTER UPDATE OF "indexed" ON "Certificate" WHEN NEW."indexed" AND NOT OLD."indexed" BEGIN
  INSERT INTO "RowCount" ("list", "count") VALUES ('certificate/' || NEW."mountId", 1) ON CONFLICT ("list") DO UPDATE SET "count" = "count" + 1;
END;
CREATE TRIGGER "Certificate_uncounted_updated" AFTER UPDATE OF "indexed" ON "Certificate" WHEN OLD."indexed" AND NOT NEW."indexed" BEGIN
  UPDATE "RowCount" SET "count" = "count" - 1 WHERE "list" = 'certificate/' || OLD."mountId";
  DELETE FROM "RowCount" WHERE "list" = 'certificate/' || OLD."mountId" AND "count" = 0;
END;
CREATE TRIGGER "Certificate_counted_deleted" AFTER DELETE ON "Certificate" WHEN OLD."indexed" BEGIN
  UPDATE "RowCount" SET "count" = "count" - 1 WHERE "list" = 'certificate/' || OLD."mountId";
  DELETE FROM "RowCount" WHERE "list" = 'certificate/' || OLD."mountId" AND "count" = 0;
END;
INSERT INTO "RowCount" ("list", "count") SELECT 'certificate/' || r."mountId", COUNT(*) FROM "Certificate" r WHERE r."indexed" GROUP BY 1;
-- Records once they have their place in the chain, likewise.
CREATE TRIGGER "AuditRecord_counted_inserted" AFTER INSERT ON "AuditRecord" WHEN NEW."position" IS NOT NULL BEGIN
  INSERT INTO "RowCount" ("list", "count") VALUES ('audit', 1) ON CONFLICT ("list") DO UPDATE SET "count" = "count" + 1;
  INSERT INTO "RowCount" ("list", "count") SELECT 'audit/' || NEW."organizationId", 1 WHERE NEW."organizationId" IS NOT NULL ON CONFLICT ("list") DO UPDATE SET "count" = "count" + 1;
END;
CREATE TRIGGER "AuditRecord_counted_updated" AFTER UPDATE OF "position" ON "AuditRecord" WHEN NEW."position" IS NOT NULL AND OLD."position" IS NULL BEGIN
  INSERT INTO "RowCount" ("list", "count") VALUES ('audit', 1) ON CONFLICT ("list") DO UPDATE SET "count" = "count" + 1;
  INSERT INTO "RowCount" ("list", "count") SELECT 'audit/' || NEW."organizationId", 1 WHERE NEW."organizationId" IS NOT NULL ON CONFLICT ("list") DO UPDATE SET "count" = "count" + 1;
END;
CREATE TRIGGER "AuditRecord_uncounted_updated" AFTER UPDATE OF "position" ON "AuditRecord" WHEN OLD."position" IS NOT NULL AND NEW."position" IS NULL BEGIN
  UPDATE "RowCount" SET "count" = "count" - 1 WHERE "list" = 'audit';
  DELETE FROM "RowCount" WHERE "list" = 'audit' AND "count" = 0;
  UPDATE "RowCount" SET "count" = "count" - 1 WHERE "list" = 'audit/' || OLD."organizationId";
  DELETE FROM "RowCount" WHERE "list" = 'audit/' || OLD."organizationId" AND "count" = 0;
END;
CREATE TRIGGER "AuditRecord_counted_deleted" AFTER DELETE ON "AuditRecord" WHEN OLD."position" IS NOT NULL BEGIN
  UPDATE "RowCount" SET "count" = "count" - 1 WHERE "list" = 'audit';
  DELETE FROM "RowCount" WHERE "list" = 'audit' AND "count" = 0;
  UPDATE "RowCount" SET "count" = "count" - 1 WHERE "list" = 'audit/' || OLD."organizationId";
  DELETE FROM "RowCount" WHERE "list" = 'audit/' || OLD."organizationId" AND "count" = 0;
END;
INSERT INTO "RowCount" ("list", "count") SELECT 'audit', COUNT(*) FROM "AuditRecord" r WHERE r."position" IS NOT NULL GROUP BY 1;
INSERT INTO "RowCount" ("list", "count") SELECT 'audit/' || r."organizationId", COUNT(*) FROM "AuditRecord" r WHERE r."position" IS NOT NULL AND r."organizationId" IS NOT NULL GROUP BY 1;
