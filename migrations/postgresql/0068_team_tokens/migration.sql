-- Tokens of all teams of an organization are one list: each says which organization its team is of, whoever writes it.
ALTER TABLE "Token" ADD COLUMN "teamOrganizationId" TEXT;
CREATE FUNCTION "team_organization_of_token"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."teamOrganizationId" := (SELECT "organizationId" FROM "Team" WHERE "id" = NEW."teamId");
  RETURN NEW;
END
$$;
CREATE TRIGGER "Token_team_organization" BEFORE INSERT ON "Token" FOR EACH ROW
  WHEN (NEW."teamId" IS NOT NULL AND NEW."teamOrganizationId" IS NULL) EXECUTE FUNCTION "team_organization_of_token"();
UPDATE "Token" SET "teamOrganizationId" = (SELECT "organizationId" FROM "Team" WHERE "id" = "Token"."teamId") WHERE "teamId" IS NOT NULL;
-- What is listed: neither what is revoked nor what wraps an answer.
CREATE INDEX "Token_team_listed_idx" ON "Token"("teamOrganizationId", "createdAt", "id") WHERE "teamOrganizationId" IS NOT NULL AND "revokedAt" IS NULL AND "type" <> 'wrapping';
CREATE INDEX "Token_team_listed_end_idx" ON "Token"("teamOrganizationId", ("expiresAt" IS NULL), "expiresAt", "id") WHERE "teamOrganizationId" IS NOT NULL AND "revokedAt" IS NULL AND "type" <> 'wrapping';
CREATE INDEX "Token_user_listed_idx" ON "Token"("userId", "createdAt", "id") WHERE "userId" IS NOT NULL AND "revokedAt" IS NULL AND "type" <> 'wrapping';
