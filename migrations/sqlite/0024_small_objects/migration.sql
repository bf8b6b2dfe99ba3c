-- Objects that are too small for a file of their own. Content is the last column, so that the others are read without it.
CREATE TABLE "SmallObject" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "writtenAt" DATETIME NOT NULL,
    "content" BLOB NOT NULL
);
