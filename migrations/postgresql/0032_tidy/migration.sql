-- What is removed from a mount when, and the run that is at work or was the last.
CREATE TABLE "Tidy" (
    "mountId" TEXT NOT NULL,
    "config" TEXT NOT NULL DEFAULT '{}',
    "restingSince" TIMESTAMP(3) NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'inactive',
    "step" BIGINT NOT NULL DEFAULT 0,
    "automatic" BOOLEAN NOT NULL DEFAULT false,
    "parameters" TEXT NOT NULL DEFAULT '{}',
    "progress" TEXT NOT NULL DEFAULT '{}',
    "error" TEXT,
    "startedAt" TIMESTAMP(3),
    "finishedAt" TIMESTAMP(3),
    "automaticEndedAt" TIMESTAMP(3),
    CONSTRAINT "Tidy_pkey" PRIMARY KEY ("mountId")
);

ALTER TABLE "Tidy" ADD CONSTRAINT "Tidy_mountId_fkey" FOREIGN KEY ("mountId") REFERENCES "Mount" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
