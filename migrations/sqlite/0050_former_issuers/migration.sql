-- What certificates of a deleted issuer name it by.
ALTER TABLE "FormerIssuer" ADD COLUMN "uuid" TEXT;
