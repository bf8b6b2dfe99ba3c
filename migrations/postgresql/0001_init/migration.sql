CREATE TABLE "Organization" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "searchName" TEXT NOT NULL DEFAULT '',
    "email" TEXT NOT NULL,
    "plan" TEXT NOT NULL DEFAULT 'enterprise',
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,
    "retentionKind" TEXT,
    "retentionDays" INTEGER,
    "workspaceCount" BIGINT NOT NULL DEFAULT 0,
    "projectCount" BIGINT NOT NULL DEFAULT 0,
    "teamCount" BIGINT NOT NULL DEFAULT 0,
    "memberCount" BIGINT NOT NULL DEFAULT 0,
    "serviceUserId" TEXT,
    CONSTRAINT "Organization_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "User" (
    "id" TEXT NOT NULL,
    "username" TEXT NOT NULL,
    "searchName" TEXT NOT NULL DEFAULT '',
    "email" TEXT NOT NULL DEFAULT '',
    "searchEmail" TEXT NOT NULL DEFAULT '',
    "kind" TEXT NOT NULL DEFAULT 'person',
    "siteAdmin" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,
    "suspendedAt" TIMESTAMP(3),
    CONSTRAINT "User_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "OrganizationMembership" (
    "id" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'active',
    "createdAt" TIMESTAMP(3) NOT NULL,
    CONSTRAINT "OrganizationMembership_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "Team" (
    "id" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "searchName" TEXT NOT NULL DEFAULT '',
    "owners" BOOLEAN NOT NULL DEFAULT false,
    "visibility" TEXT NOT NULL DEFAULT 'secret',
    "ssoTeamId" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,
    "memberCount" BIGINT NOT NULL DEFAULT 0,
    "manageWorkspaces" BOOLEAN NOT NULL DEFAULT false,
    "readWorkspaces" BOOLEAN NOT NULL DEFAULT false,
    "manageProjects" BOOLEAN NOT NULL DEFAULT false,
    "readProjects" BOOLEAN NOT NULL DEFAULT false,
    "manageMembership" BOOLEAN NOT NULL DEFAULT false,
    "manageTeams" BOOLEAN NOT NULL DEFAULT false,
    "manageOrganizationAccess" BOOLEAN NOT NULL DEFAULT false,
    "accessSecretTeams" BOOLEAN NOT NULL DEFAULT false,
    "allowMemberTokenManagement" BOOLEAN NOT NULL DEFAULT true,
    "serviceUserId" TEXT,
    CONSTRAINT "Team_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "TeamMembership" (
    "teamId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    CONSTRAINT "TeamMembership_pkey" PRIMARY KEY ("teamId", "userId")
);

CREATE TABLE "Token" (
    "id" TEXT NOT NULL,
    "secretHash" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "userId" TEXT,
    "teamId" TEXT,
    "organizationId" TEXT,
    "description" TEXT NOT NULL DEFAULT '',
    "createdById" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3),
    "lastUsedAt" TIMESTAMP(3),
    "revokedAt" TIMESTAMP(3),
    "policies" TEXT,
    "parentId" TEXT,
    "renewable" BOOLEAN NOT NULL DEFAULT false,
    "creationTtl" BIGINT,
    "period" BIGINT,
    "explicitMaxTtl" BIGINT,
    "displayName" TEXT,
    "meta" TEXT,
    CONSTRAINT "Token_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "TeamWorkspaceAccess" (
    "id" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "workspaceId" TEXT NOT NULL,
    "access" TEXT NOT NULL,
    "stateVersions" TEXT NOT NULL,
    "workspaceLocking" BOOLEAN NOT NULL DEFAULT false,
    "runs" TEXT NOT NULL DEFAULT 'read',
    "variables" TEXT NOT NULL DEFAULT 'none',
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,
    CONSTRAINT "TeamWorkspaceAccess_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "TeamProjectAccess" (
    "id" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "projectId" TEXT NOT NULL,
    "access" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,
    CONSTRAINT "TeamProjectAccess_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "AuditRecord" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,
    "organizationId" TEXT,
    "actorId" TEXT,
    "actorName" TEXT NOT NULL,
    "actorKind" TEXT NOT NULL,
    "tokenId" TEXT,
    "action" TEXT NOT NULL,
    "targetType" TEXT NOT NULL,
    "targetId" TEXT NOT NULL,
    "targetName" TEXT,
    "outcome" TEXT NOT NULL,
    "problem" TEXT,
    "requestId" TEXT,
    "remoteAddress" TEXT,
    "details" TEXT,
    CONSTRAINT "AuditRecord_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "Project" (
    "id" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "searchName" TEXT NOT NULL DEFAULT '',
    "description" TEXT NOT NULL DEFAULT '',
    "isDefault" BOOLEAN NOT NULL DEFAULT false,
    "autoDestroyDuration" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,
    "workspaceCount" BIGINT NOT NULL DEFAULT 0,
    CONSTRAINT "Project_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "Workspace" (
    "id" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "projectId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "searchName" TEXT NOT NULL DEFAULT '',
    "description" TEXT NOT NULL DEFAULT '',
    "revision" BIGINT NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,
    "latestChangeAt" TIMESTAMP(3) NOT NULL,
    "createdById" TEXT,
    "terraformVersion" TEXT NOT NULL DEFAULT 'latest',
    "workingDirectory" TEXT NOT NULL DEFAULT '',
    "autoApply" BOOLEAN NOT NULL DEFAULT false,
    "autoApplyRunTrigger" BOOLEAN NOT NULL DEFAULT false,
    "allowDestroyPlan" BOOLEAN NOT NULL DEFAULT true,
    "fileTriggersEnabled" BOOLEAN NOT NULL DEFAULT true,
    "queueAllRuns" BOOLEAN NOT NULL DEFAULT false,
    "speculativeEnabled" BOOLEAN NOT NULL DEFAULT true,
    "structuredRunOutputEnabled" BOOLEAN NOT NULL DEFAULT true,
    "assessmentsEnabled" BOOLEAN NOT NULL DEFAULT false,
    "globalRemoteState" BOOLEAN NOT NULL DEFAULT false,
    "autoDestroyAt" TIMESTAMP(3),
    "autoDestroyDuration" TEXT,
    "inheritsProjectAutoDestroy" BOOLEAN NOT NULL DEFAULT true,
    "source" TEXT NOT NULL DEFAULT 'tfe-api',
    "sourceName" TEXT,
    "sourceUrl" TEXT,
    "triggerPrefixes" TEXT NOT NULL DEFAULT '[]',
    "triggerPatterns" TEXT NOT NULL DEFAULT '[]',
    "vcsRepo" TEXT,
    "settingOverwrites" TEXT NOT NULL DEFAULT '{}',
    "lockedAt" TIMESTAMP(3),
    "lockHolderKind" TEXT,
    "lockHolderId" TEXT,
    "lockHolderName" TEXT,
    "lockReason" TEXT,
    "currentStateVersionId" TEXT,
    "latestStateVersionId" TEXT,
    "abandonedStateVersionId" TEXT,
    "currentRunId" TEXT,
    "currentRunAt" BIGINT NOT NULL DEFAULT 0,
    "currentRunStatus" TEXT,
    "lastNumber" BIGINT NOT NULL DEFAULT 0,
    "lineage" TEXT,
    "knownSerial" BIGINT,
    "knownMd5" TEXT,
    "highestSerial" BIGINT NOT NULL DEFAULT -1,
    "resourceCount" BIGINT NOT NULL DEFAULT 0,
    "indexedStateVersionId" TEXT,
    "pendingCount" BIGINT NOT NULL DEFAULT 0,
    "finalizedCount" BIGINT NOT NULL DEFAULT 0,
    "discardedCount" BIGINT NOT NULL DEFAULT 0,
    "softDeletedCount" BIGINT NOT NULL DEFAULT 0,
    "permanentlyDeletedCount" BIGINT NOT NULL DEFAULT 0,
    "retentionKind" TEXT,
    "retentionDays" INTEGER,
    "currentConfigurationVersionId" TEXT,
    CONSTRAINT "Workspace_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "RemoteStateConsumer" (
    "workspaceId" TEXT NOT NULL,
    "consumerId" TEXT NOT NULL,
    CONSTRAINT "RemoteStateConsumer_pkey" PRIMARY KEY ("workspaceId", "consumerId")
);

CREATE TABLE "Tag" (
    "id" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "searchName" TEXT NOT NULL DEFAULT '',
    "createdAt" TIMESTAMP(3) NOT NULL,
    CONSTRAINT "Tag_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "TagBinding" (
    "id" TEXT NOT NULL,
    "tagId" TEXT NOT NULL,
    "value" TEXT NOT NULL DEFAULT '',
    "workspaceId" TEXT,
    "projectId" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL,
    CONSTRAINT "TagBinding_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "ConfigurationVersion" (
    "id" TEXT NOT NULL,
    "workspaceId" TEXT NOT NULL,
    "source" TEXT NOT NULL DEFAULT 'tfe-api',
    "status" TEXT NOT NULL DEFAULT 'uploaded',
    "speculative" BOOLEAN NOT NULL DEFAULT false,
    "provisional" BOOLEAN NOT NULL DEFAULT false,
    "autoQueueRuns" BOOLEAN NOT NULL DEFAULT true,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "commitSha" TEXT,
    "commitUrl" TEXT,
    "commitMessage" TEXT,
    "branch" TEXT,
    "identifier" TEXT,
    "senderUsername" TEXT,
    CONSTRAINT "ConfigurationVersion_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "Run" (
    "id" TEXT NOT NULL,
    "workspaceId" TEXT NOT NULL,
    "configurationVersionId" TEXT,
    "createdById" TEXT,
    "executedByService" BOOLEAN NOT NULL DEFAULT false,
    "message" TEXT NOT NULL DEFAULT '',
    "source" TEXT NOT NULL DEFAULT 'tfe-api',
    "status" TEXT NOT NULL DEFAULT 'pending',
    "triggerReason" TEXT NOT NULL DEFAULT 'manual',
    "isDestroy" BOOLEAN NOT NULL DEFAULT false,
    "hasChanges" BOOLEAN NOT NULL DEFAULT false,
    "autoApply" BOOLEAN NOT NULL DEFAULT false,
    "planOnly" BOOLEAN NOT NULL DEFAULT false,
    "refresh" BOOLEAN NOT NULL DEFAULT true,
    "refreshOnly" BOOLEAN NOT NULL DEFAULT false,
    "terraformVersion" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,
    CONSTRAINT "Run_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "StateVersion" (
    "id" TEXT NOT NULL,
    "workspaceId" TEXT NOT NULL,
    "number" BIGINT NOT NULL,
    "status" TEXT NOT NULL,
    "intermediate" BOOLEAN NOT NULL DEFAULT false,
    "serial" BIGINT NOT NULL,
    "md5" TEXT NOT NULL,
    "lineage" TEXT,
    "force" BOOLEAN NOT NULL DEFAULT false,
    "size" BIGINT NOT NULL DEFAULT 0,
    "stateFormat" INTEGER,
    "engineVersion" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "createdById" TEXT,
    "runId" TEXT,
    "rollbackOfId" TEXT,
    "createdUnderLock" TEXT,
    "finalizedAt" TIMESTAMP(3),
    "discardedAt" TIMESTAMP(3),
    "contentObjectId" TEXT,
    "jsonObjectId" TEXT,
    "contentUploadedAt" TIMESTAMP(3),
    "jsonUploadedAt" TIMESTAMP(3),
    "jsonSize" BIGINT,
    "softDeletedAt" TIMESTAMP(3),
    "deleteOlderThanDays" INTEGER,
    "backingDataDueAt" TIMESTAMP(3),
    "permanentlyDeletedAt" TIMESTAMP(3),
    "resourcesProcessed" BOOLEAN NOT NULL DEFAULT false,
    "processingProblem" TEXT,
    "outputsGiven" BOOLEAN NOT NULL DEFAULT false,
    "resourceCount" BIGINT NOT NULL DEFAULT 0,
    "billableRumCount" BIGINT,
    "managedCount" BIGINT NOT NULL DEFAULT 0,
    "modules" TEXT DEFAULT '{}',
    "providers" TEXT DEFAULT '{}',
    "resources" TEXT DEFAULT '[]',
    "outputIds" TEXT NOT NULL DEFAULT '[]',
    CONSTRAINT "StateVersion_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "StateVersionOutput" (
    "id" TEXT NOT NULL,
    "stateVersionId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "sensitive" BOOLEAN NOT NULL,
    "type" TEXT NOT NULL,
    "detailedType" TEXT,
    "value" TEXT,
    "sealedValue" BYTEA,
    CONSTRAINT "StateVersionOutput_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "InventoryDocument" (
    "stateVersionId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "objectId" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    CONSTRAINT "InventoryDocument_pkey" PRIMARY KEY ("stateVersionId", "kind")
);

CREATE TABLE "IndexedResource" (
    "id" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "workspaceId" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "module" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "instanceCount" BIGINT NOT NULL,
    CONSTRAINT "IndexedResource_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "Mount" (
    "id" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "type" TEXT NOT NULL DEFAULT 'pki',
    "description" TEXT NOT NULL DEFAULT '',
    "accessor" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,
    "defaultLeaseTtl" BIGINT NOT NULL DEFAULT 0,
    "maxLeaseTtl" BIGINT NOT NULL DEFAULT 0,
    "revision" BIGINT NOT NULL DEFAULT 0,
    "defaultIssuerId" TEXT,
    "defaultFollowsLatestIssuer" BOOLEAN NOT NULL DEFAULT false,
    "defaultKeyId" TEXT,
    "urlsConfig" TEXT NOT NULL DEFAULT '{}',
    "crlConfig" TEXT NOT NULL DEFAULT '{}',
    "clusterConfig" TEXT NOT NULL DEFAULT '{}',
    "tuning" TEXT NOT NULL DEFAULT '{}',
    "certificateCount" BIGINT NOT NULL DEFAULT 0,
    "revokedCount" BIGINT NOT NULL DEFAULT 0,
    CONSTRAINT "Mount_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "IssuerKey" (
    "id" TEXT NOT NULL,
    "uuid" TEXT NOT NULL,
    "mountId" TEXT NOT NULL,
    "name" TEXT,
    "keyType" TEXT NOT NULL,
    "keyBits" INTEGER NOT NULL,
    "publicKey" BYTEA NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "sealedKey" BYTEA NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    CONSTRAINT "IssuerKey_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "Issuer" (
    "id" TEXT NOT NULL,
    "uuid" TEXT NOT NULL,
    "mountId" TEXT NOT NULL,
    "name" TEXT,
    "keyId" TEXT,
    "certificate" BYTEA NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "serialNumber" TEXT NOT NULL,
    "subjectHash" TEXT NOT NULL,
    "issuerHash" TEXT NOT NULL,
    "commonName" TEXT NOT NULL DEFAULT '',
    "notBefore" TIMESTAMP(3) NOT NULL,
    "notAfter" TIMESTAMP(3) NOT NULL,
    "subjectKeyId" TEXT NOT NULL DEFAULT '',
    "authorityKeyId" TEXT NOT NULL DEFAULT '',
    "chain" TEXT NOT NULL DEFAULT '[]',
    "manualChain" TEXT NOT NULL DEFAULT '[]',
    "usage" TEXT NOT NULL DEFAULT 'read-only,issuing-certificates,crl-signing,ocsp-signing',
    "leafNotAfterBehavior" TEXT NOT NULL DEFAULT 'err',
    "revocationSignatureAlgorithm" TEXT NOT NULL DEFAULT '',
    "urls" TEXT NOT NULL DEFAULT '{}',
    "revokedAt" TIMESTAMP(3),
    "createdAt" TIMESTAMP(3) NOT NULL,
    "generated" BOOLEAN NOT NULL DEFAULT false,
    "crlNumber" BIGINT NOT NULL DEFAULT 0,
    CONSTRAINT "Issuer_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "FormerIssuer" (
    "id" TEXT NOT NULL,
    "mountId" TEXT NOT NULL,
    "identity" TEXT NOT NULL,
    "crlNumber" BIGINT NOT NULL,
    "deletedAt" TIMESTAMP(3) NOT NULL,
    CONSTRAINT "FormerIssuer_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "Role" (
    "id" TEXT NOT NULL,
    "mountId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "definition" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,
    CONSTRAINT "Role_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "Certificate" (
    "id" TEXT NOT NULL,
    "mountId" TEXT NOT NULL,
    "serialNumber" TEXT NOT NULL,
    "issuerId" TEXT,
    "roleName" TEXT,
    "commonName" TEXT NOT NULL DEFAULT '',
    "names" TEXT NOT NULL DEFAULT '{}',
    "keyType" TEXT NOT NULL DEFAULT '',
    "keyBits" INTEGER NOT NULL DEFAULT 0,
    "notBefore" TIMESTAMP(3) NOT NULL,
    "notAfter" TIMESTAMP(3) NOT NULL,
    "revokedAt" TIMESTAMP(3),
    "issuedAt" TIMESTAMP(3) NOT NULL,
    "issuedById" TEXT,
    "certificate" BYTEA NOT NULL,
    "indexed" BOOLEAN NOT NULL DEFAULT false,
    CONSTRAINT "Certificate_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "CertificateName" (
    "id" TEXT NOT NULL,
    "mountId" TEXT NOT NULL,
    "certificateId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    CONSTRAINT "CertificateName_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "Revocation" (
    "id" TEXT NOT NULL,
    "mountId" TEXT NOT NULL,
    "issuerId" TEXT NOT NULL,
    "serialNumber" TEXT NOT NULL,
    "revokedAt" TIMESTAMP(3) NOT NULL,
    "reason" INTEGER,
    "notAfter" TIMESTAMP(3) NOT NULL,
    "ordinal" BIGINT NOT NULL,
    "leftIn" BIGINT,
    CONSTRAINT "Revocation_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "Crl" (
    "id" TEXT NOT NULL,
    "mountId" TEXT NOT NULL,
    "issuerId" TEXT NOT NULL,
    "delta" BOOLEAN NOT NULL,
    "number" BIGINT NOT NULL,
    "baseNumber" BIGINT,
    "thisUpdate" TIMESTAMP(3) NOT NULL,
    "nextUpdate" TIMESTAMP(3) NOT NULL,
    "entryCount" BIGINT NOT NULL,
    "through" BIGINT NOT NULL,
    "suppressed" BOOLEAN NOT NULL DEFAULT false,
    "content" BYTEA NOT NULL,
    CONSTRAINT "Crl_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "OcspDelegate" (
    "id" TEXT NOT NULL,
    "issuerId" TEXT NOT NULL,
    "certificate" BYTEA NOT NULL,
    "sealedKey" BYTEA NOT NULL,
    "notAfter" TIMESTAMP(3) NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    CONSTRAINT "OcspDelegate_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "Lease" (
    "id" TEXT NOT NULL,
    "mountId" TEXT NOT NULL,
    "serialNumber" TEXT NOT NULL,
    "tokenId" TEXT,
    "issuedAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    CONSTRAINT "Lease_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "AclPolicy" (
    "name" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "rules" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,
    CONSTRAINT "AclPolicy_pkey" PRIMARY KEY ("name")
);

CREATE TABLE "Job" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "payload" TEXT NOT NULL DEFAULT '{}',
    "dueAt" TIMESTAMP(3) NOT NULL,
    "leasedUntil" TIMESTAMP(3),
    "leasedBy" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "lastError" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL,
    CONSTRAINT "Job_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "InstallationFact" (
    "key" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    CONSTRAINT "InstallationFact_pkey" PRIMARY KEY ("key")
);

CREATE TABLE "Event" (
    "id" BIGSERIAL NOT NULL,
    "number" BIGINT,
    "at" TIMESTAMP(3) NOT NULL,
    "kind" TEXT NOT NULL,
    "topic" TEXT NOT NULL,
    "scope" TEXT NOT NULL DEFAULT '',
    "subject" TEXT NOT NULL,
    "facts" TEXT NOT NULL DEFAULT '{}',
    CONSTRAINT "Event_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "EventRelay" (
    "id" TEXT NOT NULL,
    "turns" BIGINT NOT NULL DEFAULT 0,
    "last" BIGINT NOT NULL DEFAULT 0,
    "pruned" BIGINT NOT NULL DEFAULT 0,
    CONSTRAINT "EventRelay_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "ExpiryHorizon" (
    "mountId" TEXT NOT NULL,
    "days" INTEGER NOT NULL,
    "notAfter" TIMESTAMP(3) NOT NULL,
    "certificateId" TEXT NOT NULL DEFAULT '',
    CONSTRAINT "ExpiryHorizon_pkey" PRIMARY KEY ("mountId", "days")
);

CREATE UNIQUE INDEX "Organization_name_key" ON "Organization"("name");

CREATE UNIQUE INDEX "Organization_serviceUserId_key" ON "Organization"("serviceUserId");

CREATE UNIQUE INDEX "User_username_key" ON "User"("username");

CREATE INDEX "OrganizationMembership_userId_idx" ON "OrganizationMembership"("userId");

CREATE UNIQUE INDEX "OrganizationMembership_organizationId_userId_key" ON "OrganizationMembership"("organizationId", "userId");

CREATE UNIQUE INDEX "Team_serviceUserId_key" ON "Team"("serviceUserId");

CREATE UNIQUE INDEX "Team_organizationId_name_key" ON "Team"("organizationId", "name");

CREATE INDEX "TeamMembership_userId_idx" ON "TeamMembership"("userId");

CREATE INDEX "Token_userId_idx" ON "Token"("userId");

CREATE INDEX "Token_teamId_idx" ON "Token"("teamId");

CREATE INDEX "Token_organizationId_idx" ON "Token"("organizationId");

CREATE INDEX "TeamWorkspaceAccess_workspaceId_idx" ON "TeamWorkspaceAccess"("workspaceId");

CREATE UNIQUE INDEX "TeamWorkspaceAccess_teamId_workspaceId_key" ON "TeamWorkspaceAccess"("teamId", "workspaceId");

CREATE INDEX "TeamProjectAccess_projectId_idx" ON "TeamProjectAccess"("projectId");

CREATE UNIQUE INDEX "TeamProjectAccess_teamId_projectId_key" ON "TeamProjectAccess"("teamId", "projectId");

CREATE INDEX "AuditRecord_organizationId_id_idx" ON "AuditRecord"("organizationId", "id");

CREATE INDEX "AuditRecord_targetId_id_idx" ON "AuditRecord"("targetId", "id");

CREATE INDEX "AuditRecord_actorId_id_idx" ON "AuditRecord"("actorId", "id");

CREATE UNIQUE INDEX "Project_organizationId_name_key" ON "Project"("organizationId", "name");

CREATE UNIQUE INDEX "Workspace_currentStateVersionId_key" ON "Workspace"("currentStateVersionId");

CREATE UNIQUE INDEX "Workspace_latestStateVersionId_key" ON "Workspace"("latestStateVersionId");

CREATE INDEX "Workspace_projectId_name_idx" ON "Workspace"("projectId", "name");

CREATE INDEX "Workspace_organizationId_latestChangeAt_idx" ON "Workspace"("organizationId", "latestChangeAt");

CREATE UNIQUE INDEX "Workspace_organizationId_name_key" ON "Workspace"("organizationId", "name");

CREATE INDEX "RemoteStateConsumer_consumerId_idx" ON "RemoteStateConsumer"("consumerId");

CREATE UNIQUE INDEX "Tag_organizationId_key_key" ON "Tag"("organizationId", "key");

CREATE INDEX "TagBinding_tagId_value_idx" ON "TagBinding"("tagId", "value");

CREATE UNIQUE INDEX "TagBinding_workspaceId_tagId_key" ON "TagBinding"("workspaceId", "tagId");

CREATE UNIQUE INDEX "TagBinding_projectId_tagId_key" ON "TagBinding"("projectId", "tagId");

CREATE INDEX "ConfigurationVersion_workspaceId_createdAt_idx" ON "ConfigurationVersion"("workspaceId", "createdAt");

CREATE INDEX "Run_workspaceId_createdAt_idx" ON "Run"("workspaceId", "createdAt");

CREATE INDEX "Run_configurationVersionId_idx" ON "Run"("configurationVersionId");

CREATE UNIQUE INDEX "StateVersion_contentObjectId_key" ON "StateVersion"("contentObjectId");

CREATE UNIQUE INDEX "StateVersion_jsonObjectId_key" ON "StateVersion"("jsonObjectId");

CREATE INDEX "StateVersion_workspaceId_status_number_idx" ON "StateVersion"("workspaceId", "status", "number");

CREATE INDEX "StateVersion_runId_idx" ON "StateVersion"("runId");

CREATE INDEX "StateVersion_rollbackOfId_idx" ON "StateVersion"("rollbackOfId");

CREATE INDEX "StateVersion_status_backingDataDueAt_idx" ON "StateVersion"("status", "backingDataDueAt");

CREATE INDEX "StateVersion_workspaceId_createdAt_idx" ON "StateVersion"("workspaceId", "createdAt");

CREATE UNIQUE INDEX "StateVersion_workspaceId_number_key" ON "StateVersion"("workspaceId", "number");

CREATE UNIQUE INDEX "StateVersionOutput_stateVersionId_name_key" ON "StateVersionOutput"("stateVersionId", "name");

CREATE INDEX "InventoryDocument_objectId_idx" ON "InventoryDocument"("objectId");

CREATE INDEX "IndexedResource_organizationId_type_module_address_id_idx" ON "IndexedResource"("organizationId", "type", "module", "address", "id");

CREATE INDEX "IndexedResource_organizationId_type_address_id_idx" ON "IndexedResource"("organizationId", "type", "address", "id");

CREATE INDEX "IndexedResource_organizationId_module_address_id_idx" ON "IndexedResource"("organizationId", "module", "address", "id");

CREATE INDEX "IndexedResource_organizationId_name_address_id_idx" ON "IndexedResource"("organizationId", "name", "address", "id");

CREATE INDEX "IndexedResource_organizationId_provider_address_id_idx" ON "IndexedResource"("organizationId", "provider", "address", "id");

CREATE INDEX "IndexedResource_organizationId_mode_address_id_idx" ON "IndexedResource"("organizationId", "mode", "address", "id");

CREATE INDEX "IndexedResource_organizationId_address_id_idx" ON "IndexedResource"("organizationId", "address", "id");

CREATE INDEX "IndexedResource_workspaceId_type_address_id_idx" ON "IndexedResource"("workspaceId", "type", "address", "id");

CREATE UNIQUE INDEX "IndexedResource_workspaceId_address_key" ON "IndexedResource"("workspaceId", "address");

CREATE UNIQUE INDEX "Mount_path_key" ON "Mount"("path");

CREATE UNIQUE INDEX "Mount_accessor_key" ON "Mount"("accessor");

CREATE UNIQUE INDEX "Mount_defaultIssuerId_key" ON "Mount"("defaultIssuerId");

CREATE UNIQUE INDEX "Mount_defaultKeyId_key" ON "Mount"("defaultKeyId");

CREATE UNIQUE INDEX "IssuerKey_uuid_key" ON "IssuerKey"("uuid");

CREATE UNIQUE INDEX "IssuerKey_mountId_name_key" ON "IssuerKey"("mountId", "name");

CREATE UNIQUE INDEX "IssuerKey_mountId_fingerprint_key" ON "IssuerKey"("mountId", "fingerprint");

CREATE UNIQUE INDEX "Issuer_uuid_key" ON "Issuer"("uuid");

CREATE INDEX "Issuer_keyId_idx" ON "Issuer"("keyId");

CREATE UNIQUE INDEX "Issuer_mountId_name_key" ON "Issuer"("mountId", "name");

CREATE UNIQUE INDEX "Issuer_mountId_fingerprint_key" ON "Issuer"("mountId", "fingerprint");

CREATE INDEX "FormerIssuer_mountId_identity_idx" ON "FormerIssuer"("mountId", "identity");

CREATE UNIQUE INDEX "Role_mountId_name_key" ON "Role"("mountId", "name");

CREATE INDEX "Certificate_indexed_id_idx" ON "Certificate"("indexed", "id");

CREATE INDEX "Certificate_mountId_issuedAt_id_idx" ON "Certificate"("mountId", "issuedAt", "id");

CREATE INDEX "Certificate_mountId_notAfter_id_idx" ON "Certificate"("mountId", "notAfter", "id");

CREATE INDEX "Certificate_mountId_commonName_id_idx" ON "Certificate"("mountId", "commonName", "id");

CREATE INDEX "Certificate_mountId_roleName_notAfter_idx" ON "Certificate"("mountId", "roleName", "notAfter");

CREATE INDEX "Certificate_issuerId_notAfter_idx" ON "Certificate"("issuerId", "notAfter");

CREATE INDEX "Certificate_mountId_revokedAt_id_idx" ON "Certificate"("mountId", "revokedAt", "id");

CREATE UNIQUE INDEX "Certificate_mountId_serialNumber_key" ON "Certificate"("mountId", "serialNumber");

CREATE INDEX "CertificateName_mountId_name_certificateId_idx" ON "CertificateName"("mountId", "name", "certificateId");

CREATE INDEX "CertificateName_certificateId_idx" ON "CertificateName"("certificateId");

CREATE INDEX "Revocation_mountId_revokedAt_id_idx" ON "Revocation"("mountId", "revokedAt", "id");

CREATE INDEX "Revocation_issuerId_leftIn_notAfter_id_idx" ON "Revocation"("issuerId", "leftIn", "notAfter", "id");

CREATE UNIQUE INDEX "Revocation_mountId_serialNumber_key" ON "Revocation"("mountId", "serialNumber");

CREATE UNIQUE INDEX "Revocation_issuerId_ordinal_key" ON "Revocation"("issuerId", "ordinal");

CREATE UNIQUE INDEX "Crl_issuerId_delta_number_key" ON "Crl"("issuerId", "delta", "number");

CREATE UNIQUE INDEX "OcspDelegate_issuerId_key" ON "OcspDelegate"("issuerId");

CREATE INDEX "Lease_tokenId_id_idx" ON "Lease"("tokenId", "id");

CREATE INDEX "Lease_expiresAt_idx" ON "Lease"("expiresAt");

CREATE INDEX "Job_dueAt_idx" ON "Job"("dueAt");

CREATE UNIQUE INDEX "Job_kind_subject_key" ON "Job"("kind", "subject");

CREATE UNIQUE INDEX "Event_number_key" ON "Event"("number");

ALTER TABLE "Organization" ADD CONSTRAINT "Organization_serviceUserId_fkey" FOREIGN KEY ("serviceUserId") REFERENCES "User" ("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "OrganizationMembership" ADD CONSTRAINT "OrganizationMembership_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "OrganizationMembership" ADD CONSTRAINT "OrganizationMembership_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "Team" ADD CONSTRAINT "Team_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "Team" ADD CONSTRAINT "Team_serviceUserId_fkey" FOREIGN KEY ("serviceUserId") REFERENCES "User" ("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "TeamMembership" ADD CONSTRAINT "TeamMembership_teamId_fkey" FOREIGN KEY ("teamId") REFERENCES "Team" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "TeamMembership" ADD CONSTRAINT "TeamMembership_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "Token" ADD CONSTRAINT "Token_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "Token" ADD CONSTRAINT "Token_teamId_fkey" FOREIGN KEY ("teamId") REFERENCES "Team" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "Token" ADD CONSTRAINT "Token_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "Token" ADD CONSTRAINT "Token_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "User" ("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "TeamWorkspaceAccess" ADD CONSTRAINT "TeamWorkspaceAccess_teamId_fkey" FOREIGN KEY ("teamId") REFERENCES "Team" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "TeamWorkspaceAccess" ADD CONSTRAINT "TeamWorkspaceAccess_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "TeamProjectAccess" ADD CONSTRAINT "TeamProjectAccess_teamId_fkey" FOREIGN KEY ("teamId") REFERENCES "Team" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "TeamProjectAccess" ADD CONSTRAINT "TeamProjectAccess_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "Project" ADD CONSTRAINT "Project_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "Workspace" ADD CONSTRAINT "Workspace_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "Workspace" ADD CONSTRAINT "Workspace_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project" ("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "Workspace" ADD CONSTRAINT "Workspace_currentStateVersionId_fkey" FOREIGN KEY ("currentStateVersionId") REFERENCES "StateVersion" ("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "Workspace" ADD CONSTRAINT "Workspace_latestStateVersionId_fkey" FOREIGN KEY ("latestStateVersionId") REFERENCES "StateVersion" ("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "RemoteStateConsumer" ADD CONSTRAINT "RemoteStateConsumer_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "RemoteStateConsumer" ADD CONSTRAINT "RemoteStateConsumer_consumerId_fkey" FOREIGN KEY ("consumerId") REFERENCES "Workspace" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "Tag" ADD CONSTRAINT "Tag_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "TagBinding" ADD CONSTRAINT "TagBinding_tagId_fkey" FOREIGN KEY ("tagId") REFERENCES "Tag" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "TagBinding" ADD CONSTRAINT "TagBinding_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "TagBinding" ADD CONSTRAINT "TagBinding_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "ConfigurationVersion" ADD CONSTRAINT "ConfigurationVersion_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "Run" ADD CONSTRAINT "Run_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "Run" ADD CONSTRAINT "Run_configurationVersionId_fkey" FOREIGN KEY ("configurationVersionId") REFERENCES "ConfigurationVersion" ("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "Run" ADD CONSTRAINT "Run_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "User" ("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "StateVersion" ADD CONSTRAINT "StateVersion_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "StateVersion" ADD CONSTRAINT "StateVersion_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "User" ("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "StateVersion" ADD CONSTRAINT "StateVersion_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run" ("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "StateVersion" ADD CONSTRAINT "StateVersion_rollbackOfId_fkey" FOREIGN KEY ("rollbackOfId") REFERENCES "StateVersion" ("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "StateVersionOutput" ADD CONSTRAINT "StateVersionOutput_stateVersionId_fkey" FOREIGN KEY ("stateVersionId") REFERENCES "StateVersion" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "InventoryDocument" ADD CONSTRAINT "InventoryDocument_stateVersionId_fkey" FOREIGN KEY ("stateVersionId") REFERENCES "StateVersion" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "IndexedResource" ADD CONSTRAINT "IndexedResource_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "Mount" ADD CONSTRAINT "Mount_defaultIssuerId_fkey" FOREIGN KEY ("defaultIssuerId") REFERENCES "Issuer" ("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "Mount" ADD CONSTRAINT "Mount_defaultKeyId_fkey" FOREIGN KEY ("defaultKeyId") REFERENCES "IssuerKey" ("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "IssuerKey" ADD CONSTRAINT "IssuerKey_mountId_fkey" FOREIGN KEY ("mountId") REFERENCES "Mount" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "Issuer" ADD CONSTRAINT "Issuer_mountId_fkey" FOREIGN KEY ("mountId") REFERENCES "Mount" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "Issuer" ADD CONSTRAINT "Issuer_keyId_fkey" FOREIGN KEY ("keyId") REFERENCES "IssuerKey" ("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "FormerIssuer" ADD CONSTRAINT "FormerIssuer_mountId_fkey" FOREIGN KEY ("mountId") REFERENCES "Mount" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "Role" ADD CONSTRAINT "Role_mountId_fkey" FOREIGN KEY ("mountId") REFERENCES "Mount" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "Certificate" ADD CONSTRAINT "Certificate_mountId_fkey" FOREIGN KEY ("mountId") REFERENCES "Mount" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "CertificateName" ADD CONSTRAINT "CertificateName_certificateId_fkey" FOREIGN KEY ("certificateId") REFERENCES "Certificate" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "Revocation" ADD CONSTRAINT "Revocation_mountId_fkey" FOREIGN KEY ("mountId") REFERENCES "Mount" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "Crl" ADD CONSTRAINT "Crl_mountId_fkey" FOREIGN KEY ("mountId") REFERENCES "Mount" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "Crl" ADD CONSTRAINT "Crl_issuerId_fkey" FOREIGN KEY ("issuerId") REFERENCES "Issuer" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "OcspDelegate" ADD CONSTRAINT "OcspDelegate_issuerId_fkey" FOREIGN KEY ("issuerId") REFERENCES "Issuer" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "Lease" ADD CONSTRAINT "Lease_mountId_fkey" FOREIGN KEY ("mountId") REFERENCES "Mount" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "ExpiryHorizon" ADD CONSTRAINT "ExpiryHorizon_mountId_fkey" FOREIGN KEY ("mountId") REFERENCES "Mount" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
