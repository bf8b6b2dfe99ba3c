-- Bytes that the workspaces of an organization store together, kept by whatever changes those of a workspace.
CREATE TABLE "StoredBytes" (
    "organizationId" TEXT NOT NULL,
    "part" INTEGER NOT NULL,
    "bytes" BIGINT NOT NULL,
    CONSTRAINT "StoredBytes_pkey" PRIMARY KEY ("organizationId", "part")
);
ALTER TABLE "StoredBytes" ADD CONSTRAINT "StoredBytes_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
-- A server of an earlier version may be at work: what it changes comes before or after.
LOCK TABLE "Workspace" IN SHARE ROW EXCLUSIVE MODE;
INSERT INTO "StoredBytes" ("organizationId", "part", "bytes")
  SELECT "organizationId", 0, CAST(SUM("storedBytes") AS BIGINT) FROM "Workspace" GROUP BY "organizationId";
CREATE FUNCTION "add_stored_bytes"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organization TEXT;
  workspace TEXT;
  added BIGINT;
BEGIN
  IF TG_OP = 'DELETE' THEN
    organization := OLD."organizationId"; workspace := OLD."id"; added := -OLD."storedBytes";
  ELSIF TG_OP = 'INSERT' THEN
    organization := NEW."organizationId"; workspace := NEW."id"; added := NEW."storedBytes";
  ELSE
    organization := NEW."organizationId"; workspace := NEW."id"; added := NEW."storedBytes" - OLD."storedBytes";
  END IF;
  IF added <> 0 THEN
    INSERT INTO "StoredBytes" ("organizationId", "part", "bytes")
      SELECT o."id", (hashtextextended(workspace, 0) & 15)::integer, added FROM "Organization" o WHERE o."id" = organization
      ON CONFLICT ("organizationId", "part") DO UPDATE SET "bytes" = "StoredBytes"."bytes" + excluded."bytes";
  END IF;
  RETURN NULL;
END
$$;
-- At the end of the transaction: a part is held for as long as a commit takes, and by who waits for nothing else.
CREATE CONSTRAINT TRIGGER "Workspace_stored_bytes" AFTER INSERT OR DELETE OR UPDATE OF "storedBytes" ON "Workspace"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "add_stored_bytes"();
