-- Methods to sign in besides tokens, who may by each, and what their tokens know of it.
ALTER TABLE "Token" ADD COLUMN "methodId" TEXT;
ALTER TABLE "Token" ADD COLUMN "signIn" TEXT;

CREATE TABLE "AuthMethod" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "accessor" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "config" TEXT NOT NULL,
    "settings" TEXT NOT NULL DEFAULT '{}',
    "salt" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    CONSTRAINT "AuthMethod_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "AuthRole" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "methodId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "definition" TEXT NOT NULL,
    "secretHash" TEXT,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    CONSTRAINT "AuthRole_methodId_fkey" FOREIGN KEY ("methodId") REFERENCES "AuthMethod" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "AuthTrust" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "methodId" TEXT NOT NULL,
    "roleId" TEXT NOT NULL,
    "subjectHash" TEXT NOT NULL,
    CONSTRAINT "AuthTrust_methodId_fkey" FOREIGN KEY ("methodId") REFERENCES "AuthMethod" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "AuthTrust_roleId_fkey" FOREIGN KEY ("roleId") REFERENCES "AuthRole" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "AuthChallenge" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "methodId" TEXT NOT NULL,
    "roleId" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    CONSTRAINT "AuthChallenge_methodId_fkey" FOREIGN KEY ("methodId") REFERENCES "AuthMethod" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "AuthChallenge_roleId_fkey" FOREIGN KEY ("roleId") REFERENCES "AuthRole" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "Token_methodId_idx" ON "Token"("methodId");

CREATE UNIQUE INDEX "AuthMethod_accessor_key" ON "AuthMethod"("accessor");

CREATE UNIQUE INDEX "AuthMethod_path_key" ON "AuthMethod"("path");

CREATE UNIQUE INDEX "AuthMethod_accountId_key" ON "AuthMethod"("accountId");

CREATE INDEX "AuthMethod_createdAt_id_idx" ON "AuthMethod"("createdAt", "id");

CREATE INDEX "AuthRole_methodId_secretHash_idx" ON "AuthRole"("methodId", "secretHash");

CREATE UNIQUE INDEX "AuthRole_methodId_name_key" ON "AuthRole"("methodId", "name");

CREATE INDEX "AuthTrust_methodId_subjectHash_roleId_idx" ON "AuthTrust"("methodId", "subjectHash", "roleId");

CREATE UNIQUE INDEX "AuthTrust_roleId_subjectHash_key" ON "AuthTrust"("roleId", "subjectHash");

CREATE INDEX "AuthChallenge_roleId_createdAt_id_idx" ON "AuthChallenge"("roleId", "createdAt", "id");

CREATE INDEX "AuthChallenge_expiresAt_idx" ON "AuthChallenge"("expiresAt");

CREATE UNIQUE INDEX "AuthChallenge_methodId_hash_key" ON "AuthChallenge"("methodId", "hash");
