-- A certificate says since when it is revoked as soon as its revocation is there, so that nobody who records one needs a statement for it.
CREATE FUNCTION "revoke_certificate"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "Certificate" SET "revokedAt" = NEW."revokedAt"
    WHERE "mountId" = NEW."mountId" AND "serialNumber" = NEW."serialNumber" AND ("issuerId" = NEW."issuerId" OR "issuerId" IS NULL) AND "revokedAt" IS NULL;
  RETURN NULL;
END
$$;
CREATE TRIGGER "Revocation_certificate" AFTER INSERT ON "Revocation"
  FOR EACH ROW EXECUTE FUNCTION "revoke_certificate"();
