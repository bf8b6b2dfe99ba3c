-- Tokens of those who signed in are deleted some time after their end.
CREATE INDEX "Token_kind_expiresAt_idx" ON "Token"("kind", "expiresAt");
