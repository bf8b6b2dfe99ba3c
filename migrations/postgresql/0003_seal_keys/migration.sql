CREATE TABLE "SealKey" (
    "id" TEXT NOT NULL,
    "notedAt" TIMESTAMP(3) NOT NULL,
    CONSTRAINT "SealKey_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "SealServer" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "keyIds" TEXT NOT NULL,
    "heardAt" TIMESTAMP(3) NOT NULL,
    CONSTRAINT "SealServer_pkey" PRIMARY KEY ("id")
);
