-- The entries of a large CRL are stored in parts, which the next CRL of the issuer keeps where they are the same. "content" is then the CRL without its entries.
ALTER TABLE "Crl" ADD COLUMN "entryParts" TEXT NOT NULL DEFAULT '';
ALTER TABLE "ScopedCrl" ADD COLUMN "entryParts" TEXT NOT NULL DEFAULT '';
CREATE TABLE "CrlPart" (
    "issuerId" TEXT NOT NULL,
    "scope" INTEGER NOT NULL,
    "digest" TEXT NOT NULL,
    "number" BIGINT NOT NULL,
    "content" BYTEA NOT NULL,
    CONSTRAINT "CrlPart_pkey" PRIMARY KEY ("issuerId", "scope", "digest")
);
ALTER TABLE "CrlPart" ADD CONSTRAINT "CrlPart_issuerId_fkey" FOREIGN KEY ("issuerId") REFERENCES "Issuer"("id") ON DELETE CASCADE ON UPDATE CASCADE;
