-- What is removed from a mount when, and the run that is at work or was the last.
CREATE TABLE "Tidy" (
    "mountId" TEXT NOT NULL PRIMARY KEY,
    "config" TEXT NOT NULL DEFAULT '{}',
    "restingSince" DATETIME NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'inactive',
    "step" BIGINT NOT NULL DEFAULT 0,
    "automatic" BOOLEAN NOT NULL DEFAULT false,
    "parameters" TEXT NOT NULL DEFAULT '{}',
    "progress" TEXT NOT NULL DEFAULT '{}',
    "error" TEXT,
    "startedAt" DATETIME,
    "finishedAt" DATETIME,
    "automaticEndedAt" DATETIME,
    CONSTRAINT "Tidy_mountId_fkey" FOREIGN KEY ("mountId") REFERENCES "Mount" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
