-- What a client says about a lock that it takes, as JSON text: its own id of the lock, who took it and what for.
ALTER TABLE "Workspace" ADD COLUMN "lockClient" TEXT;
