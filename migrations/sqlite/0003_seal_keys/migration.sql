CREATE TABLE "SealKey" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "notedAt" DATETIME NOT NULL
);

CREATE TABLE "SealServer" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "keyIds" TEXT NOT NULL,
    "heardAt" DATETIME NOT NULL
);
