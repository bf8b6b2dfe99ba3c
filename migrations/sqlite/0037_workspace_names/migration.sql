-- Where workspaces are found by a part of their name: each name between its marks, from every character on, as src/state/workspaces/name-parts.ts reads it.
-- Triggers keep it, so that servers of an earlier version do as well. Workspaces that are there already are listed by a job.
CREATE TABLE "WorkspaceNamePart" (
    "organizationId" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "workspaceId" TEXT NOT NULL,
    PRIMARY KEY ("organizationId", "text", "workspaceId")
) WITHOUT ROWID;
CREATE TRIGGER "Workspace_name_parts_inserted" AFTER INSERT ON "Workspace" BEGIN
  INSERT OR IGNORE INTO "WorkspaceNamePart" ("organizationId", "text", "workspaceId")
    SELECT NEW."organizationId", substr(char(57347) || NEW."searchName" || char(57348), p."value", 24), NEW."id"
    FROM json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,64,65,66,67,68,69,70,71,72,73,74,75,76,77,78,79,80,81,82,83,84,85,86,87,88,89,90,91,92]') p
    WHERE p."value" <= length(NEW."searchName") + 1;
END;
CREATE TRIGGER "Workspace_name_parts_updated" AFTER UPDATE OF "searchName" ON "Workspace" WHEN NEW."searchName" <> OLD."searchName" BEGIN
  DELETE FROM "WorkspaceNamePart" WHERE "organizationId" = OLD."organizationId" AND "workspaceId" = OLD."id" AND "text" IN (
    SELECT substr(char(57347) || OLD."searchName" || char(57348), p."value", 24)
    FROM json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,64,65,66,67,68,69,70,71,72,73,74,75,76,77,78,79,80,81,82,83,84,85,86,87,88,89,90,91,92]') p
    WHERE p."value" <= length(OLD."searchName") + 1);
  INSERT OR IGNORE INTO "WorkspaceNamePart" ("organizationId", "text", "workspaceId")
    SELECT NEW."organizationId", substr(char(57347) || NEW."searchName" || char(57348), p."value", 24), NEW."id"
    FROM json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,64,65,66,67,68,69,70,71,72,73,74,75,76,77,78,79,80,81,82,83,84,85,86,87,88,89,90,91,92]') p
    WHERE p."value" <= length(NEW."searchName") + 1;
END;
CREATE TRIGGER "Workspace_name_parts_deleted" AFTER DELETE ON "Workspace" BEGIN
  DELETE FROM "WorkspaceNamePart" WHERE "organizationId" = OLD."organizationId" AND "workspaceId" = OLD."id" AND "text" IN (
    SELECT substr(char(57347) || OLD."searchName" || char(57348), p."value", 24)
    FROM json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,64,65,66,67,68,69,70,71,72,73,74,75,76,77,78,79,80,81,82,83,84,85,86,87,88,89,90,91,92]') p
    WHERE p."value" <= length(OLD."searchName") + 1);
END;
-- Up to which id those of before are listed, for as long as some may be left.
INSERT INTO "InstallationFact" ("key", "value") SELECT 'workspace-names.listed', '' WHERE EXISTS (SELECT 1 FROM "Workspace");
