-- Where workspaces are found by a part of their name: each name between its marks, from every character on, as src/state/workspaces/name-parts.ts reads it.
-- A trigger keeps it, so that servers of an earlier version do as well. Workspaces that are there already are listed by a job.
CREATE TABLE "WorkspaceNamePart" (
    "organizationId" TEXT NOT NULL,
    "text" TEXT NOT NULL COLLATE "C",
    "workspaceId" TEXT NOT NULL,
    CONSTRAINT "WorkspaceNamePart_pkey" PRIMARY KEY ("organizationId", "text", "workspaceId")
);
-- A server of an earlier version may be at work: what it changes comes before or after.
LOCK TABLE "Workspace" IN SHARE ROW EXCLUSIVE MODE;
CREATE FUNCTION "workspace_name_parts"(name TEXT) RETURNS SETOF TEXT LANGUAGE sql IMMUTABLE AS $$
  SELECT DISTINCT substr(chr(57347) || name || chr(57348), at, 24) FROM generate_series(1, length(name) + 1) at
$$;
CREATE FUNCTION "list_workspace_name"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW."searchName" = OLD."searchName" THEN
    RETURN NULL;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM "WorkspaceNamePart" WHERE "organizationId" = OLD."organizationId" AND "workspaceId" = OLD."id"
      AND "text" = ANY (ARRAY(SELECT "workspace_name_parts"(OLD."searchName")));
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO "WorkspaceNamePart" ("organizationId", "text", "workspaceId")
      SELECT NEW."organizationId", part, NEW."id" FROM "workspace_name_parts"(NEW."searchName") part
      ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER "Workspace_name_parts" AFTER INSERT OR DELETE OR UPDATE OF "searchName" ON "Workspace"
  FOR EACH ROW EXECUTE FUNCTION "list_workspace_name"();
-- Up to which id those of before are listed, for as long as some may be left.
INSERT INTO "InstallationFact" ("key", "value") SELECT 'workspace-names.listed', '' WHERE EXISTS (SELECT 1 FROM "Workspace");
