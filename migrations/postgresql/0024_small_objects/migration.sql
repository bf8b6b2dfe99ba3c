-- Objects that are too small for a file of their own. Content is the last column, so that the others are read without it.
CREATE TABLE "SmallObject" (
    "id" TEXT NOT NULL,
    "writtenAt" TIMESTAMP(3) NOT NULL,
    "content" BYTEA NOT NULL,
    CONSTRAINT "SmallObject_pkey" PRIMARY KEY ("id")
);
-- It is compressed and sealed already.
ALTER TABLE "SmallObject" ALTER COLUMN "content" SET STORAGE EXTERNAL;
