-- How many certificates of a mount are valid is what there are less those that have ended, that are revoked, and that have not begun: each is a stretch of an index.
-- Only what is revoked, or begins later than it was issued, has rows here, so that issuance writes none.
CREATE INDEX "Certificate_revoked_end_idx" ON "Certificate"("mountId", "notAfter", "id") WHERE "revokedAt" IS NOT NULL;
CREATE INDEX "Certificate_begins_later_idx" ON "Certificate"("mountId", "notBefore", "id") WHERE "notBefore" > "issuedAt";
