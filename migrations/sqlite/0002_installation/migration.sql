CREATE TABLE "UnnamedObject" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "seenAt" DATETIME NOT NULL,
    "livedMs" BIGINT NOT NULL,
    "released" BOOLEAN NOT NULL DEFAULT false
);

CREATE TABLE "ServerNode" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "beat" BIGINT NOT NULL DEFAULT 0,
    "agreed" BOOLEAN NOT NULL DEFAULT false
);

CREATE TABLE "ServerNodeSighting" (
    "nodeId" TEXT NOT NULL,
    "witnessId" TEXT NOT NULL,
    PRIMARY KEY ("nodeId", "witnessId"),
    CONSTRAINT "ServerNodeSighting_nodeId_fkey" FOREIGN KEY ("nodeId") REFERENCES "ServerNode" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "UnnamedObject_livedMs_idx" ON "UnnamedObject"("livedMs");
