-- Roles whose rules are a program in CEL.
CREATE TABLE "CelRole" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "mountId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "program" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    CONSTRAINT "CelRole_mountId_fkey" FOREIGN KEY ("mountId") REFERENCES "Mount" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "CelRole_mountId_name_key" ON "CelRole"("mountId", "name");
