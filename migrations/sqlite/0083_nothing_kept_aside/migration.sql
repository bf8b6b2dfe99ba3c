-- Contracts: nothing uses it since 0.1.0
-- Before a statement changes a page, SQLite keeps a copy of the page, if the statement runs triggers and any of it can break a constraint. For storing a certificate these were a dozen
-- pages, and most of the work. So nothing counts certificates and audit records that are inserted: they are counted when their names are listed, and when they get a place in the chain.
DROP TRIGGER "Certificate_counted_inserted";
DROP TRIGGER "Certificate_parted_counted_inserted";
DROP TRIGGER "AuditRecord_counted_inserted";
-- And what counts them cannot fail: what would break a constraint is ignored, and there is nothing that could.
DROP TRIGGER "AuditRecord_counted_updated";
CREATE TRIGGER "AuditRecord_counted_updated" AFTER UPDATE OF "position" ON "AuditRecord" WHEN NEW."position" IS NOT NULL AND OLD."position" IS NULL BEGIN
  INSERT OR IGNORE INTO "RowCount" ("list", "count") VALUES ('audit', 0);
  UPDATE OR IGNORE "RowCount" SET "count" = "count" + 1 WHERE "list" = 'audit';
  INSERT OR IGNORE INTO "RowCount" ("list", "count") SELECT 'audit/' || NEW."organizationId", 0 WHERE NEW."organizationId" IS NOT NULL;
  UPDATE OR IGNORE "RowCount" SET "count" = "count" + 1 WHERE "list" = 'audit/' || NEW."organizationId";
END;
DROP TRIGGER "AuditRecord_uncounted_updated";
CREATE TRIGGER "AuditRecord_uncounted_updated" AFTER UPDATE OF "position" ON "AuditRecord" WHEN OLD."position" IS NOT NULL AND NEW."position" IS NULL BEGIN
  UPDATE OR IGNORE "RowCount" SET "count" = "count" - 1 WHERE "list" = 'audit';
  DELETE FROM "RowCount" WHERE "list" = 'audit' AND "count" = 0;
  UPDATE OR IGNORE "RowCount" SET "count" = "count" - 1 WHERE "list" = 'audit/' || OLD."organizationId";
  DELETE FROM "RowCount" WHERE "list" = 'audit/' || OLD."organizationId" AND "count" = 0;
END;
