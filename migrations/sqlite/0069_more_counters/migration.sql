-- How many rows more of the long lists have (0062_row_counts, 0063_more_row_counts), kept by whatever adds or removes one.
CREATE TRIGGER "TeamWorkspaceAccess_counted_inserted" AFTER INSERT ON "TeamWorkspaceAccess" BEGIN
  INSERT INTO "RowCount" ("list", "count") VALUES ('workspace-access/' || NEW."workspaceId", 1) ON CONFLICT ("list") DO UPDATE SET "count" = "count" + 1;
END;
CREATE TRIGGER "TeamWorkspaceAccess_counted_deleted" AFTER DELETE ON "TeamWorkspaceAccess" BEGIN
  UPDATE "RowCount" SET "count" = "count" - 1 WHERE "list" = 'workspace-access/' || OLD."workspaceId";
  DELETE FROM "RowCount" WHERE "list" = 'workspace-access/' || OLD."workspaceId" AND "count" = 0;
END;
INSERT INTO "RowCount" ("list", "count") SELECT 'workspace-access/' || r."workspaceId", COUNT(*) FROM "TeamWorkspaceAccess" r GROUP BY 1;
CREATE TRIGGER "TeamProjectAccess_counted_inserted" AFTER INSERT ON "TeamProjectAccess" BEGIN
  INSERT INTO "RowCount" ("list", "count") VALUES ('project-access/' || NEW."projectId", 1) ON CONFLICT ("list") DO UPDATE SET "count" = "count" + 1;
END;
CREATE TRIGGER "TeamProjectAccess_counted_deleted" AFTER DELETE ON "TeamProjectAccess" BEGIN
  UPDATE "RowCount" SET "count" = "count" - 1 WHERE "list" = 'project-access/' || OLD."projectId";
  DELETE FROM "RowCount" WHERE "list" = 'project-access/' || OLD."projectId" AND "count" = 0;
END;
INSERT INTO "RowCount" ("list", "count") SELECT 'project-access/' || r."projectId", COUNT(*) FROM "TeamProjectAccess" r GROUP BY 1;
CREATE TRIGGER "RemoteStateConsumer_counted_inserted" AFTER INSERT ON "RemoteStateConsumer" BEGIN
  INSERT INTO "RowCount" ("list", "count") VALUES ('consumer/' || NEW."workspaceId", 1) ON CONFLICT ("list") DO UPDATE SET "count" = "count" + 1;
END;
CREATE TRIGGER "RemoteStateConsumer_counted_deleted" AFTER DELETE ON "RemoteStateConsumer" BEGIN
  UPDATE "RowCount" SET "count" = "count" - 1 WHERE "list" = 'consumer/' || OLD."workspaceId";
  DELETE FROM "RowCount" WHERE "list" = 'consumer/' || OLD."workspaceId" AND "count" = 0;
END;
INSERT INTO "RowCount" ("list", "count") SELECT 'consumer/' || r."workspaceId", COUNT(*) FROM "RemoteStateConsumer" r GROUP BY 1;
CREATE TRIGGER "Role_counted_inserted" AFTER INSERT ON "Role" BEGIN
  INSERT INTO "RowCount" ("list", "count") VALUES ('role/' || NEW."mountId", 1) ON CONFLICT ("list") DO UPDATE SET "count" = "count" + 1;
END;
CREATE TRIGGER "Role_counted_deleted" AFTER DELETE ON "Role" BEGIN
  UPDATE "RowCount" SET "count" = "count" - 1 WHERE "list" = 'role/' || OLD."mountId";
  DELETE FROM "RowCount" WHERE "list" = 'role/' || OLD."mountId" AND "count" = 0;
END;
INSERT INTO "RowCount" ("list", "count") SELECT 'role/' || r."mountId", COUNT(*) FROM "Role" r GROUP BY 1;
CREATE TRIGGER "CelRole_counted_inserted" AFTER INSERT ON "CelRole" BEGIN
  INSERT INTO "RowCount" ("list", "count") VALUES ('cel-role/' || NEW."mountId", 1) ON CONFLICT ("list") DO UPDATE SET "count" = "count" + 1;
END;
CREATE TRIGGER "CelRole_counted_deleted" AFTER DELETE ON "CelRole" BEGIN
  UPDATE "RowCount" SET "count" = "count" - 1 WHERE "list" = 'cel-role/' || OLD."mountId";
  DELETE FROM "RowCount" WHERE "list" = 'cel-role/' || OLD."mountId" AND "count" = 0;
END;
INSERT INTO "RowCount" ("list", "count") SELECT 'cel-role/' || r."mountId", COUNT(*) FROM "CelRole" r GROUP BY 1;
CREATE TRIGGER "AuthRole_counted_inserted" AFTER INSERT ON "AuthRole" BEGIN
  INSERT INTO "RowCount" ("list", "count") VALUES ('auth-role/' || NEW."methodId", 1) ON CONFLICT ("list") DO UPDATE SET "count" = "count" + 1;
END;
CREATE TRIGGER "AuthRole_counted_deleted" AFTER DELETE ON "AuthRole" BEGIN
  UPDATE "RowCount" SET "count" = "count" - 1 WHERE "list" = 'auth-role/' || OLD."methodId";
  DELETE FROM "RowCount" WHERE "list" = 'auth-role/' || OLD."methodId" AND "count" = 0;
END;
INSERT INTO "RowCount" ("list", "count") SELECT 'auth-role/' || r."methodId", COUNT(*) FROM "AuthRole" r GROUP BY 1;
CREATE TRIGGER "AclPolicy_counted_inserted" AFTER INSERT ON "AclPolicy" BEGIN
  INSERT INTO "RowCount" ("list", "count") VALUES ('policy', 1) ON CONFLICT ("list") DO UPDATE SET "count" = "count" + 1;
END;
CREATE TRIGGER "AclPolicy_counted_deleted" AFTER DELETE ON "AclPolicy" BEGIN
  UPDATE "RowCount" SET "count" = "count" - 1 WHERE "list" = 'policy';
  DELETE FROM "RowCount" WHERE "list" = 'policy' AND "count" = 0;
END;
INSERT INTO "RowCount" ("list", "count") SELECT 'policy', COUNT(*) FROM "AclPolicy" r HAVING COUNT(*) > 0;
CREATE TRIGGER "WebhookDelivery_counted_inserted" AFTER INSERT ON "WebhookDelivery" BEGIN
  INSERT INTO "RowCount" ("list", "count") VALUES ('webhook-delivery/' || NEW."webhookId", 1) ON CONFLICT ("list") DO UPDATE SET "count" = "count" + 1;
END;
CREATE TRIGGER "WebhookDelivery_counted_deleted" AFTER DELETE ON "WebhookDelivery" BEGIN
  UPDATE "RowCount" SET "count" = "count" - 1 WHERE "list" = 'webhook-delivery/' || OLD."webhookId";
  DELETE FROM "RowCount" WHERE "list" = 'webhook-delivery/' || OLD."webhookId" AND "count" = 0;
END;
INSERT INTO "RowCount" ("list", "count") SELECT 'webhook-delivery/' || r."webhookId", COUNT(*) FROM "WebhookDelivery" r GROUP BY 1;
-- Certificates of a role and of an issuer once their names are listed, as those of a mount are (0063_more_row_counts).
CREATE TRIGGER "Certificate_parted_counted_inserted" AFTER INSERT ON "Certificate" WHEN NEW."indexed" BEGIN
  INSERT INTO "RowCount" ("list", "count") SELECT 'certificate-role/' || NEW."mountId" || '/' || NEW."roleName", 1 WHERE NEW."roleName" IS NOT NULL ON CONFLICT ("list") DO UPDATE SET "count" = "count" + 1;
  INSERT INTO "RowCount" ("list", "count") SELECT 'certificate-issuer/' || NEW."issuerId", 1 WHERE NEW."issuerId" IS NOT NULL ON CONFLICT ("list") DO UPDATE SET "count" = "count" + 1;
END;
CREATE TRIGGER "Certificate_parted_counted_updated" AFTER UPDATE OF "indexed" ON "Certificate" WHEN NEW."indexed" AND NOT OLD."indexed" BEGIN
  INSERT INTO "RowCount" ("list", "count") SELECT 'certificate-role/' || NEW."mountId" || '/' || NEW."roleName", 1 WHERE NEW."roleName" IS NOT NULL ON CONFLICT ("list") DO UPDATE SET "count" = "count" + 1;
  INSERT INTO "RowCount" ("list", "count") SELECT 'certificate-issuer/' || NEW."issuerId", 1 WHERE NEW."issuerId" IS NOT NULL ON CONFLICT ("list") DO UPDATE SET "count" = "count" + 1;
END;
CREATE TRIGGER "Certificate_parted_uncounted_updated" AFTER UPDATE OF "indexed" ON "Certificate" WHEN OLD."indexed" AND NOT NEW."indexed" BEGIN
  UPDATE "RowCount" SET "count" = "count" - 1 WHERE "list" = 'certificate-role/' || OLD."mountId" || '/' || OLD."roleName";
  DELETE FROM "RowCount" WHERE "list" = 'certificate-role/' || OLD."mountId" || '/' || OLD."roleName" AND "count" = 0;
  UPDATE "RowCount" SET "count" = "count" - 1 WHERE "list" = 'certificate-issuer/' || OLD."issuerId";
  DELETE FROM "RowCount" WHERE "list" = 'certificate-issuer/' || OLD."issuerId" AND "count" = 0;
END;
CREATE TRIGGER "Certificate_parted_counted_moved" AFTER UPDATE OF "issuerId" ON "Certificate" WHEN OLD."indexed" AND NEW."indexed" AND NEW."issuerId" IS NOT OLD."issuerId" BEGIN
  UPDATE "RowCount" SET "count" = "count" - 1 WHERE "list" = 'certificate-issuer/' || OLD."issuerId";
  DELETE FROM "RowCount" WHERE "list" = 'certificate-issuer/' || OLD."issuerId" AND "count" = 0;
  INSERT INTO "RowCount" ("list", "count") SELECT 'certificate-issuer/' || NEW."issuerId", 1 WHERE NEW."issuerId" IS NOT NULL ON CONFLICT ("list") DO UPDATE SET "count" = "count" + 1;
END;
CREATE TRIGGER "Certificate_parted_counted_deleted" AFTER DELETE ON "Certificate" WHEN OLD."indexed" BEGIN
  UPDATE "RowCount" SET "count" = "count" - 1 WHERE "list" = 'certificate-role/' || OLD."mountId" || '/' || OLD."roleName";
  DELETE FROM "RowCount" WHERE "list" = 'certificate-role/' || OLD."mountId" || '/' || OLD."roleName" AND "count" = 0;
  UPDATE "RowCount" SET "count" = "count" - 1 WHERE "list" = 'certificate-issuer/' || OLD."issuerId";
  DELETE FROM "RowCount" WHERE "list" = 'certificate-issuer/' || OLD."issuerId" AND "count" = 0;
END;
INSERT INTO "RowCount" ("list", "count") SELECT 'certificate-role/' || r."mountId" || '/' || r."roleName", COUNT(*) FROM "Certificate" r WHERE r."indexed" AND r."roleName" IS NOT NULL GROUP BY r."mountId", r."roleName";
INSERT INTO "RowCount" ("list", "count") SELECT 'certificate-issuer/' || r."issuerId", COUNT(*) FROM "Certificate" r WHERE r."indexed" AND r."issuerId" IS NOT NULL GROUP BY r."issuerId";
-- Bytes that all workspaces store together: metrics show them.
CREATE TRIGGER "Workspace_all_stored_bytes_inserted" AFTER INSERT ON "Workspace" BEGIN
  INSERT INTO "RowCount" ("list", "count") SELECT 'stored-bytes', NEW."storedBytes" WHERE NEW."storedBytes" <> 0 ON CONFLICT ("list") DO UPDATE SET "count" = "count" + excluded."count";
END;
CREATE TRIGGER "Workspace_all_stored_bytes_updated" AFTER UPDATE OF "storedBytes" ON "Workspace" BEGIN
  INSERT INTO "RowCount" ("list", "count") SELECT 'stored-bytes', NEW."storedBytes" - OLD."storedBytes" WHERE NEW."storedBytes" - OLD."storedBytes" <> 0 ON CONFLICT ("list") DO UPDATE SET "count" = "count" + excluded."count";
END;
CREATE TRIGGER "Workspace_all_stored_bytes_deleted" AFTER DELETE ON "Workspace" BEGIN
  INSERT INTO "RowCount" ("list", "count") SELECT 'stored-bytes', -OLD."storedBytes" WHERE -OLD."storedBytes" <> 0 ON CONFLICT ("list") DO UPDATE SET "count" = "count" + excluded."count";
END;
INSERT INTO "RowCount" ("list", "count") SELECT 'stored-bytes', SUM("storedBytes") FROM "Workspace" HAVING SUM("storedBytes") <> 0;
