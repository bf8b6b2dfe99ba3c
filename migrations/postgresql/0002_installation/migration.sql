CREATE TABLE "UnnamedObject" (
    "id" TEXT NOT NULL,
    "seenAt" TIMESTAMP(3) NOT NULL,
    "livedMs" BIGINT NOT NULL,
    "released" BOOLEAN NOT NULL DEFAULT false,
    CONSTRAINT "UnnamedObject_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "ServerNode" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "beat" BIGINT NOT NULL DEFAULT 0,
    "agreed" BOOLEAN NOT NULL DEFAULT false,
    CONSTRAINT "ServerNode_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "ServerNodeSighting" (
    "nodeId" TEXT NOT NULL,
    "witnessId" TEXT NOT NULL,
    CONSTRAINT "ServerNodeSighting_pkey" PRIMARY KEY ("nodeId", "witnessId")
);

CREATE INDEX "UnnamedObject_livedMs_idx" ON "UnnamedObject"("livedMs");

ALTER TABLE "ServerNodeSighting" ADD CONSTRAINT "ServerNodeSighting_nodeId_fkey" FOREIGN KEY ("nodeId") REFERENCES "ServerNode" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
