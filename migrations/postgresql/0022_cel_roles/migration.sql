-- Roles whose rules are a program in CEL.
CREATE TABLE "CelRole" (
    "id" TEXT NOT NULL,
    "mountId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "program" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,
    CONSTRAINT "CelRole_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "CelRole_mountId_name_key" ON "CelRole"("mountId", "name");

ALTER TABLE "CelRole" ADD CONSTRAINT "CelRole_mountId_fkey" FOREIGN KEY ("mountId") REFERENCES "Mount" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
