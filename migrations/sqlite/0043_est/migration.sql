-- Certificates by EST: the settings of a mount, and which mount the paths below /.well-known/est lead to.
ALTER TABLE "Mount" ADD COLUMN "estConfig" TEXT NOT NULL DEFAULT '{}';

CREATE TABLE "EstLabel" (
    "label" TEXT NOT NULL PRIMARY KEY,
    "mountId" TEXT NOT NULL,
    CONSTRAINT "EstLabel_mountId_fkey" FOREIGN KEY ("mountId") REFERENCES "Mount" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "EstLabel_mountId_idx" ON "EstLabel"("mountId");
