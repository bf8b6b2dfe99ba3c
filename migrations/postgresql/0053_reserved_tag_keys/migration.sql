-- Keys of tags whose bindings of a project its workspaces may be kept from overriding.
CREATE TABLE "ReservedTagKey" (
    "id" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "disableOverrides" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,
    CONSTRAINT "ReservedTagKey_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "ReservedTagKey_organizationId_key_key" ON "ReservedTagKey"("organizationId", "key");
ALTER TABLE "ReservedTagKey" ADD CONSTRAINT "ReservedTagKey_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
