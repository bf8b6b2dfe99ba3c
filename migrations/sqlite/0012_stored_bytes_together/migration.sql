-- Bytes that the workspaces of an organization store together, kept by whatever changes those of a workspace.
CREATE TABLE "StoredBytes" (
    "organizationId" TEXT NOT NULL,
    "part" INTEGER NOT NULL,
    "bytes" BIGINT NOT NULL,
    PRIMARY KEY ("organizationId", "part"),
    CONSTRAINT "StoredBytes_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "StoredBytes" ("organizationId", "part", "bytes")
  SELECT "organizationId", 0, SUM("storedBytes") FROM "Workspace" GROUP BY "organizationId";
CREATE TRIGGER "Workspace_stored_bytes_inserted" AFTER INSERT ON "Workspace" WHEN NEW."storedBytes" <> 0 BEGIN
  INSERT INTO "StoredBytes" ("organizationId", "part", "bytes") SELECT "id", 0, NEW."storedBytes" FROM "Organization" WHERE "id" = NEW."organizationId"
    ON CONFLICT ("organizationId", "part") DO UPDATE SET "bytes" = "bytes" + excluded."bytes";
END;
CREATE TRIGGER "Workspace_stored_bytes_updated" AFTER UPDATE OF "storedBytes" ON "Workspace" WHEN NEW."storedBytes" <> OLD."storedBytes" BEGIN
  INSERT INTO "StoredBytes" ("organizationId", "part", "bytes") SELECT "id", 0, NEW."storedBytes" - OLD."storedBytes" FROM "Organization" WHERE "id" = NEW."organizationId"
    ON CONFLICT ("organizationId", "part") DO UPDATE SET "bytes" = "bytes" + excluded."bytes";
END;
CREATE TRIGGER "Workspace_stored_bytes_deleted" AFTER DELETE ON "Workspace" WHEN OLD."storedBytes" <> 0 BEGIN
  UPDATE "StoredBytes" SET "bytes" = "bytes" - OLD."storedBytes" WHERE "organizationId" = OLD."organizationId" AND "part" = 0;
END;
