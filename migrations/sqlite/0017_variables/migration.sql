-- What a run in a workspace is given, of the workspace itself or of sets for several. Values are sealed.
ALTER TABLE "Workspace" ADD COLUMN "variableCount" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "Workspace" ADD COLUMN "variableBytes" INTEGER NOT NULL DEFAULT 0;

CREATE TABLE "Variable" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "workspaceId" TEXT,
    "variableSetId" TEXT,
    "category" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "sealedValue" BLOB NOT NULL,
    "valueBytes" INTEGER NOT NULL,
    "hcl" BOOLEAN NOT NULL DEFAULT false,
    "sensitive" BOOLEAN NOT NULL DEFAULT false,
    "versionId" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    CONSTRAINT "Variable_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Variable_variableSetId_fkey" FOREIGN KEY ("variableSetId") REFERENCES "VariableSet" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "VariableSet" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "organizationId" TEXT NOT NULL,
    "projectId" TEXT,
    "name" TEXT NOT NULL,
    "searchName" TEXT NOT NULL DEFAULT '',
    "description" TEXT NOT NULL DEFAULT '',
    "global" BOOLEAN NOT NULL DEFAULT false,
    "priority" BOOLEAN NOT NULL DEFAULT false,
    "variableCount" INTEGER NOT NULL DEFAULT 0,
    "variableBytes" INTEGER NOT NULL DEFAULT 0,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    CONSTRAINT "VariableSet_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "VariableSet_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "VariableSetWorkspace" (
    "variableSetId" TEXT NOT NULL,
    "workspaceId" TEXT NOT NULL,
    PRIMARY KEY ("variableSetId", "workspaceId"),
    CONSTRAINT "VariableSetWorkspace_variableSetId_fkey" FOREIGN KEY ("variableSetId") REFERENCES "VariableSet" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "VariableSetWorkspace_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "VariableSetProject" (
    "variableSetId" TEXT NOT NULL,
    "projectId" TEXT NOT NULL,
    PRIMARY KEY ("variableSetId", "projectId"),
    CONSTRAINT "VariableSetProject_variableSetId_fkey" FOREIGN KEY ("variableSetId") REFERENCES "VariableSet" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "VariableSetProject_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "Variable_workspaceId_key_category_key" ON "Variable"("workspaceId", "key", "category");

CREATE UNIQUE INDEX "Variable_variableSetId_key_category_key" ON "Variable"("variableSetId", "key", "category");

CREATE INDEX "VariableSet_projectId_idx" ON "VariableSet"("projectId");

CREATE UNIQUE INDEX "VariableSet_organizationId_name_key" ON "VariableSet"("organizationId", "name");

CREATE INDEX "VariableSetWorkspace_workspaceId_idx" ON "VariableSetWorkspace"("workspaceId");

CREATE INDEX "VariableSetProject_projectId_idx" ON "VariableSetProject"("projectId");
