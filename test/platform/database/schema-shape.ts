import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { SqliteDatabase } from '../../../src/platform/database/sqlite/driver.js';
import type { Provider } from '../../../src/platform/database/database.js';

const script = fileURLToPath(new URL('../../../scripts/migration-sql.mjs', import.meta.url));

/** The SQL that makes an empty database look like schema.prisma. */
function sqlOfSchema(provider: Provider): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, provider], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

/** Lines that say all there is to a database's structure, sorted: two databases with the same lines are alike. */
export type Shape = readonly string[];

/** What counts (triggers, of which schema.prisma knows nothing, do not): names, types, nullability, defaults, keys, indexes with their order, references with their actions. */
export function sqliteShape(driver: SqliteDatabase): Shape {
  const read = (pragma: string) => driver.pragma(pragma);
  const tables = driver
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> '_prisma_migrations'",
    )
    .column()
    .map(String);
  const lines = tables.flatMap((table) => [
    ...read(`table_info("${table}")`).map(
      ({ name, type, notnull, dflt_value, pk }) =>
        `${table}.${String(name)}: ${JSON.stringify({ type, notnull, dflt_value, pk })}`,
    ),
    ...read(`foreign_key_list("${table}")`).map(
      ({ from, table: target, to, on_delete, on_update }) =>
        `${table}.${String(from)} -> ${JSON.stringify({ target, to, on_delete, on_update })}`,
    ),
    ...read(`index_list("${table}")`).map(({ name, unique, origin, partial }) => {
      const columns = read(`index_xinfo("${String(name)}")`).flatMap(({ name: column, desc, key }) =>
        key === 1 ? [{ column, desc }] : [],
      );
      return `${table} index ${String(name)}: ${JSON.stringify({ unique, origin, partial, columns })}`;
    }),
  ]);
  return lines.sort();
}

/** What keeps sums, of which schema.prisma knows nothing: a table that a migration makes anew loses it, unless the migration makes that anew as well. */
export const triggers = {
  sqlite: [
    'AclPolicy_counted_deleted AFTER DELETE ON "AclPolicy"',
    'AclPolicy_counted_inserted AFTER INSERT ON "AclPolicy"',
    'AcmeAccount_counted_deleted AFTER DELETE ON "AcmeAccount"',
    'AcmeAccount_counted_inserted AFTER INSERT ON "AcmeAccount"',
    'AcmeEabKey_counted_deleted AFTER DELETE ON "AcmeEabKey"',
    'AcmeEabKey_counted_inserted AFTER INSERT ON "AcmeEabKey"',
    'AcmeOrder_counted_deleted AFTER DELETE ON "AcmeOrder"',
    'AcmeOrder_counted_inserted AFTER INSERT ON "AcmeOrder"',
    'AuditRecord_counted_deleted AFTER DELETE ON "AuditRecord" WHEN OLD."position" IS NOT NULL',
    'AuditRecord_counted_updated AFTER UPDATE OF "position" ON "AuditRecord" WHEN NEW."position" IS NOT NULL AND OLD."position" IS NULL',
    'AuditRecord_uncounted_updated AFTER UPDATE OF "position" ON "AuditRecord" WHEN OLD."position" IS NOT NULL AND NEW."position" IS NULL',
    'AuthRole_counted_deleted AFTER DELETE ON "AuthRole"',
    'AuthRole_counted_inserted AFTER INSERT ON "AuthRole"',
    'CelRole_counted_deleted AFTER DELETE ON "CelRole"',
    'CelRole_counted_inserted AFTER INSERT ON "CelRole"',
    'CelRole_name_parts_deleted AFTER DELETE ON "CelRole"',
    'CelRole_name_parts_inserted AFTER INSERT ON "CelRole"',
    'CertificateMetadata_counted_deleted AFTER DELETE ON "CertificateMetadata"',
    'CertificateMetadata_counted_inserted AFTER INSERT ON "CertificateMetadata"',
    'Certificate_counted_deleted AFTER DELETE ON "Certificate" WHEN OLD."indexed"',
    'Certificate_counted_updated AFTER UPDATE OF "indexed" ON "Certificate" WHEN NEW."indexed" AND NOT OLD."indexed"',
    'Certificate_parted_counted_deleted AFTER DELETE ON "Certificate" WHEN OLD."indexed"',
    'Certificate_parted_counted_moved AFTER UPDATE OF "issuerId" ON "Certificate" WHEN OLD."indexed" AND NEW."indexed" AND NEW."issuerId" IS NOT OLD."issuerId"',
    'Certificate_parted_counted_updated AFTER UPDATE OF "indexed" ON "Certificate" WHEN NEW."indexed" AND NOT OLD."indexed"',
    'Certificate_parted_uncounted_updated AFTER UPDATE OF "indexed" ON "Certificate" WHEN OLD."indexed" AND NOT NEW."indexed"',
    'Certificate_uncounted_updated AFTER UPDATE OF "indexed" ON "Certificate" WHEN OLD."indexed" AND NOT NEW."indexed"',
    'ConfigurationVersion_counted_deleted AFTER DELETE ON "ConfigurationVersion"',
    'ConfigurationVersion_counted_inserted AFTER INSERT ON "ConfigurationVersion"',
    'OrganizationMembership_counted_deleted AFTER DELETE ON "OrganizationMembership"',
    'OrganizationMembership_counted_inserted AFTER INSERT ON "OrganizationMembership"',
    'OrganizationMembership_counted_updated AFTER UPDATE OF "status" ON "OrganizationMembership" WHEN NEW."status" <> OLD."status"',
    'Organization_counted_deleted AFTER DELETE ON "Organization"',
    'Organization_counted_inserted AFTER INSERT ON "Organization"',
    'Organization_email_parts_deleted AFTER DELETE ON "Organization"',
    'Organization_email_parts_inserted AFTER INSERT ON "Organization"',
    'Organization_email_parts_updated AFTER UPDATE OF "searchEmail" ON "Organization" WHEN NEW."searchEmail" <> OLD."searchEmail"',
    'Organization_name_parts_deleted AFTER DELETE ON "Organization"',
    'Organization_name_parts_inserted AFTER INSERT ON "Organization"',
    'Organization_name_parts_updated AFTER UPDATE OF "searchName" ON "Organization" WHEN NEW."searchName" <> OLD."searchName"',
    'Project_name_parts_deleted AFTER DELETE ON "Project"',
    'Project_name_parts_inserted AFTER INSERT ON "Project"',
    'Project_name_parts_updated AFTER UPDATE OF "searchName" ON "Project" WHEN NEW."searchName" <> OLD."searchName"',
    'RemoteStateConsumer_counted_deleted AFTER DELETE ON "RemoteStateConsumer"',
    'RemoteStateConsumer_counted_inserted AFTER INSERT ON "RemoteStateConsumer"',
    'Revocation_certificate AFTER INSERT ON "Revocation"',
    'Revocation_counted_deleted AFTER DELETE ON "Revocation"',
    'Revocation_counted_inserted AFTER INSERT ON "Revocation"',
    'Role_counted_deleted AFTER DELETE ON "Role"',
    'Role_counted_inserted AFTER INSERT ON "Role"',
    'Role_name_parts_deleted AFTER DELETE ON "Role"',
    'Role_name_parts_inserted AFTER INSERT ON "Role"',
    'Run_counted_deleted AFTER DELETE ON "Run"',
    'Run_counted_inserted AFTER INSERT ON "Run"',
    'Run_organization AFTER INSERT ON "Run" WHEN NEW."organizationId" IS NULL',
    'ScepTransaction_counted_deleted AFTER DELETE ON "ScepTransaction"',
    'ScepTransaction_counted_inserted AFTER INSERT ON "ScepTransaction"',
    'ScepTransaction_counted_updated AFTER UPDATE OF "status" ON "ScepTransaction" WHEN NEW."status" <> OLD."status"',
    'TagBinding_counted_deleted AFTER DELETE ON "TagBinding" WHEN OLD."workspaceId" IS NOT NULL',
    'TagBinding_counted_inserted AFTER INSERT ON "TagBinding" WHEN NEW."workspaceId" IS NOT NULL',
    'Tag_counted_deleted AFTER DELETE ON "Tag"',
    'Tag_counted_inserted AFTER INSERT ON "Tag"',
    'Tag_name_parts_deleted AFTER DELETE ON "Tag"',
    'Tag_name_parts_inserted AFTER INSERT ON "Tag"',
    'Tag_name_parts_updated AFTER UPDATE OF "searchName" ON "Tag" WHEN NEW."searchName" <> OLD."searchName"',
    'TeamProjectAccess_counted_deleted AFTER DELETE ON "TeamProjectAccess"',
    'TeamProjectAccess_counted_inserted AFTER INSERT ON "TeamProjectAccess"',
    'TeamWorkspaceAccess_counted_deleted AFTER DELETE ON "TeamWorkspaceAccess"',
    'TeamWorkspaceAccess_counted_inserted AFTER INSERT ON "TeamWorkspaceAccess"',
    'Team_name_parts_deleted AFTER DELETE ON "Team"',
    'Team_name_parts_inserted AFTER INSERT ON "Team"',
    'Team_name_parts_updated AFTER UPDATE OF "searchName" ON "Team" WHEN NEW."searchName" <> OLD."searchName"',
    `Token_organization_counted_deleted AFTER DELETE ON "Token" WHEN OLD."teamOrganizationId" IS NOT NULL AND OLD."revokedAt" IS NULL AND OLD."type" <> 'wrapping'`,
    `Token_organization_counted_inserted AFTER INSERT ON "Token" WHEN NEW."teamOrganizationId" IS NOT NULL AND NEW."revokedAt" IS NULL AND NEW."type" <> 'wrapping'`,
    `Token_organization_counted_updated AFTER UPDATE OF "revokedAt", "type", "teamOrganizationId" ON "Token" WHEN CASE WHEN NEW."revokedAt" IS NULL AND NEW."type" <> 'wrapping' THEN NEW."teamOrganizationId" END IS NOT CASE WHEN OLD."revokedAt" IS NULL AND OLD."type" <> 'wrapping' THEN OLD."teamOrganizationId" END`,
    `Token_team_counted_deleted AFTER DELETE ON "Token" WHEN OLD."teamId" IS NOT NULL AND OLD."revokedAt" IS NULL AND OLD."type" <> 'wrapping'`,
    `Token_team_counted_inserted AFTER INSERT ON "Token" WHEN NEW."teamId" IS NOT NULL AND NEW."revokedAt" IS NULL AND NEW."type" <> 'wrapping'`,
    `Token_team_counted_updated AFTER UPDATE OF "revokedAt", "type", "teamId" ON "Token" WHEN CASE WHEN NEW."revokedAt" IS NULL AND NEW."type" <> 'wrapping' THEN NEW."teamId" END IS NOT CASE WHEN OLD."revokedAt" IS NULL AND OLD."type" <> 'wrapping' THEN OLD."teamId" END`,
    'Token_team_organization AFTER INSERT ON "Token" WHEN NEW."teamId" IS NOT NULL AND NEW."teamOrganizationId" IS NULL',
    `Token_user_counted_deleted AFTER DELETE ON "Token" WHEN OLD."userId" IS NOT NULL AND OLD."revokedAt" IS NULL AND OLD."type" <> 'wrapping'`,
    `Token_user_counted_inserted AFTER INSERT ON "Token" WHEN NEW."userId" IS NOT NULL AND NEW."revokedAt" IS NULL AND NEW."type" <> 'wrapping'`,
    `Token_user_counted_updated AFTER UPDATE OF "revokedAt", "type", "userId" ON "Token" WHEN CASE WHEN NEW."revokedAt" IS NULL AND NEW."type" <> 'wrapping' THEN NEW."userId" END IS NOT CASE WHEN OLD."revokedAt" IS NULL AND OLD."type" <> 'wrapping' THEN OLD."userId" END`,
    `User_counted_deleted AFTER DELETE ON "User" WHEN OLD."kind" = 'person'`,
    `User_counted_inserted AFTER INSERT ON "User" WHEN NEW."kind" = 'person'`,
    `User_email_parts_deleted AFTER DELETE ON "User" WHEN OLD."kind" NOT IN ('team', 'organization', 'method')`,
    `User_email_parts_inserted AFTER INSERT ON "User" WHEN NEW."kind" NOT IN ('team', 'organization', 'method')`,
    `User_email_parts_updated AFTER UPDATE OF "searchEmail" ON "User" WHEN NEW."searchEmail" <> OLD."searchEmail" AND NEW."kind" NOT IN ('team', 'organization', 'method')`,
    `User_name_parts_deleted AFTER DELETE ON "User" WHEN OLD."kind" NOT IN ('team', 'organization', 'method')`,
    `User_name_parts_inserted AFTER INSERT ON "User" WHEN NEW."kind" NOT IN ('team', 'organization', 'method')`,
    `User_name_parts_updated AFTER UPDATE OF "searchName" ON "User" WHEN NEW."searchName" <> OLD."searchName" AND NEW."kind" NOT IN ('team', 'organization', 'method')`,
    'WebhookDelivery_counted_deleted AFTER DELETE ON "WebhookDelivery"',
    'WebhookDelivery_counted_inserted AFTER INSERT ON "WebhookDelivery"',
    'Workspace_all_stored_bytes_deleted AFTER DELETE ON "Workspace"',
    'Workspace_all_stored_bytes_inserted AFTER INSERT ON "Workspace"',
    'Workspace_all_stored_bytes_updated AFTER UPDATE OF "storedBytes" ON "Workspace"',
    'Workspace_name_parts_deleted AFTER DELETE ON "Workspace"',
    'Workspace_name_parts_inserted AFTER INSERT ON "Workspace"',
    'Workspace_name_parts_updated AFTER UPDATE OF "searchName" ON "Workspace" WHEN NEW."searchName" <> OLD."searchName"',
    'Workspace_stored_bytes_deleted AFTER DELETE ON "Workspace" WHEN OLD."storedBytes" <> 0',
    'Workspace_stored_bytes_inserted AFTER INSERT ON "Workspace" WHEN NEW."storedBytes" <> 0',
    'Workspace_stored_bytes_updated AFTER UPDATE OF "storedBytes" ON "Workspace" WHEN NEW."storedBytes" <> OLD."storedBytes"',
  ],
  postgresql: [
    `AclPolicy_counted_deleted AFTER DELETE ON public."AclPolicy" REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_rows_of_owners('policy'), enabled O`,
    `AclPolicy_counted_inserted AFTER INSERT ON public."AclPolicy" REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_rows_of_owners('policy'), enabled O`,
    `AcmeAccount_counted_deleted AFTER DELETE ON public."AcmeAccount" REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_rows_of_mounts('acme-account/'), enabled O`,
    `AcmeAccount_counted_inserted AFTER INSERT ON public."AcmeAccount" REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_rows_of_mounts('acme-account/'), enabled O`,
    `AcmeEabKey_counted_deleted AFTER DELETE ON public."AcmeEabKey" REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_rows_of_mounts('acme-eab-key/'), enabled O`,
    `AcmeEabKey_counted_inserted AFTER INSERT ON public."AcmeEabKey" REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_rows_of_mounts('acme-eab-key/'), enabled O`,
    'AcmeOrder_counted_deleted AFTER DELETE ON public."AcmeOrder" REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION count_acme_orders_changed(), enabled O',
    'AcmeOrder_counted_inserted AFTER INSERT ON public."AcmeOrder" FOR EACH ROW EXECUTE FUNCTION count_acme_orders_inserted(), enabled O',
    'AuditRecord_counted_deleted AFTER DELETE ON public."AuditRecord" REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION count_audit_records(), enabled O',
    'AuditRecord_counted_inserted AFTER INSERT ON public."AuditRecord" FOR EACH ROW WHEN ((new."position" IS NOT NULL)) EXECUTE FUNCTION count_audit_records_of_copies(), enabled O',
    'AuditRecord_counted_updated AFTER UPDATE ON public."AuditRecord" REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION count_audit_records(), enabled O',
    `AuthRole_counted_deleted AFTER DELETE ON public."AuthRole" REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_rows_of_owners('auth-role/', 'methodId'), enabled O`,
    `AuthRole_counted_inserted AFTER INSERT ON public."AuthRole" REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_rows_of_owners('auth-role/', 'methodId'), enabled O`,
    `CelRole_counted_deleted AFTER DELETE ON public."CelRole" REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_rows_of_owners('cel-role/', 'mountId'), enabled O`,
    `CelRole_counted_inserted AFTER INSERT ON public."CelRole" REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_rows_of_owners('cel-role/', 'mountId'), enabled O`,
    `CelRole_name_parts AFTER INSERT OR DELETE ON public."CelRole" FOR EACH ROW EXECUTE FUNCTION list_role_name('cel-role/'), enabled O`,
    'CertificateMetadata_counted_deleted AFTER DELETE ON public."CertificateMetadata" REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION count_certificate_metadata_changed(), enabled O',
    'CertificateMetadata_counted_inserted AFTER INSERT ON public."CertificateMetadata" FOR EACH ROW EXECUTE FUNCTION count_certificate_metadata_inserted(), enabled O',
    'Certificate_counted_deleted AFTER DELETE ON public."Certificate" REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION count_certificates(), enabled O',
    'Certificate_counted_inserted AFTER INSERT ON public."Certificate" FOR EACH ROW WHEN (new.indexed) EXECUTE FUNCTION count_certificates_of_copies(), enabled O',
    'Certificate_counted_updated AFTER UPDATE ON public."Certificate" REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION count_certificates(), enabled O',
    'Certificate_parted_counted_deleted AFTER DELETE ON public."Certificate" REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION count_parted_certificates(), enabled O',
    'Certificate_parted_counted_inserted AFTER INSERT ON public."Certificate" FOR EACH ROW WHEN (new.indexed) EXECUTE FUNCTION count_parted_certificates_of_copies(), enabled O',
    'Certificate_parted_counted_updated AFTER UPDATE ON public."Certificate" REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION count_parted_certificates(), enabled O',
    `ConfigurationVersion_counted AFTER INSERT OR DELETE ON public."ConfigurationVersion" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_row('configuration-version/', 'workspaceId'), enabled O`,
    'OrganizationMembership_counted_deleted AFTER DELETE ON public."OrganizationMembership" REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION count_memberships_changed(), enabled O',
    'OrganizationMembership_counted_inserted AFTER INSERT ON public."OrganizationMembership" FOR EACH ROW EXECUTE FUNCTION count_memberships_inserted(), enabled O',
    'OrganizationMembership_counted_updated AFTER UPDATE ON public."OrganizationMembership" REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION count_memberships_changed(), enabled O',
    `Organization_counted AFTER INSERT OR DELETE ON public."Organization" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_row('organization'), enabled O`,
    `Organization_email_parts AFTER INSERT OR DELETE OR UPDATE OF "searchEmail" ON public."Organization" FOR EACH ROW EXECUTE FUNCTION list_name('organization-email', 'searchEmail'), enabled O`,
    `Organization_name_parts AFTER INSERT OR DELETE OR UPDATE OF "searchName" ON public."Organization" FOR EACH ROW EXECUTE FUNCTION list_name('organization', 'searchName'), enabled O`,
    `Project_name_parts AFTER INSERT OR DELETE OR UPDATE OF "searchName" ON public."Project" FOR EACH ROW EXECUTE FUNCTION list_name('project', 'searchName', 'organizationId'), enabled O`,
    `RemoteStateConsumer_counted_deleted AFTER DELETE ON public."RemoteStateConsumer" REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_rows_of_owners('consumer/', 'workspaceId'), enabled O`,
    `RemoteStateConsumer_counted_inserted AFTER INSERT ON public."RemoteStateConsumer" REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_rows_of_owners('consumer/', 'workspaceId'), enabled O`,
    'Revocation_certificate AFTER INSERT ON public."Revocation" FOR EACH ROW EXECUTE FUNCTION revoke_certificate(), enabled O',
    `Revocation_counted_deleted AFTER DELETE ON public."Revocation" REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_rows_of_mounts('revocation/'), enabled O`,
    `Revocation_counted_inserted AFTER INSERT ON public."Revocation" REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_rows_of_mounts('revocation/'), enabled O`,
    `Role_counted_deleted AFTER DELETE ON public."Role" REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_rows_of_owners('role/', 'mountId'), enabled O`,
    `Role_counted_inserted AFTER INSERT ON public."Role" REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_rows_of_owners('role/', 'mountId'), enabled O`,
    `Role_name_parts AFTER INSERT OR DELETE ON public."Role" FOR EACH ROW EXECUTE FUNCTION list_role_name('role/'), enabled O`,
    `Run_counted AFTER INSERT OR DELETE ON public."Run" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_row('run/', 'workspaceId'), enabled O`,
    'Run_organization BEFORE INSERT ON public."Run" FOR EACH ROW EXECUTE FUNCTION organization_of_run(), enabled O',
    'ScepTransaction_counted_deleted AFTER DELETE ON public."ScepTransaction" REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION count_scep_transactions_changed(), enabled O',
    'ScepTransaction_counted_inserted AFTER INSERT ON public."ScepTransaction" FOR EACH ROW EXECUTE FUNCTION count_scep_transactions_inserted(), enabled O',
    'ScepTransaction_counted_updated AFTER UPDATE ON public."ScepTransaction" REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION count_scep_transactions_changed(), enabled O',
    'TagBinding_counted_deleted AFTER DELETE ON public."TagBinding" REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_tagged_workspaces(), enabled O',
    'TagBinding_counted_inserted AFTER INSERT ON public."TagBinding" REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_tagged_workspaces(), enabled O',
    `Tag_counted AFTER INSERT OR DELETE ON public."Tag" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_row('tag/', 'organizationId'), enabled O`,
    `Tag_name_parts AFTER INSERT OR DELETE OR UPDATE OF "searchName" ON public."Tag" FOR EACH ROW EXECUTE FUNCTION list_name('tag', 'searchName', 'organizationId'), enabled O`,
    `TeamProjectAccess_counted_deleted AFTER DELETE ON public."TeamProjectAccess" REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_rows_of_owners('project-access/', 'projectId'), enabled O`,
    `TeamProjectAccess_counted_inserted AFTER INSERT ON public."TeamProjectAccess" REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_rows_of_owners('project-access/', 'projectId'), enabled O`,
    `TeamWorkspaceAccess_counted_deleted AFTER DELETE ON public."TeamWorkspaceAccess" REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_rows_of_owners('workspace-access/', 'workspaceId'), enabled O`,
    `TeamWorkspaceAccess_counted_inserted AFTER INSERT ON public."TeamWorkspaceAccess" REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_rows_of_owners('workspace-access/', 'workspaceId'), enabled O`,
    `Team_name_parts AFTER INSERT OR DELETE OR UPDATE OF "searchName" ON public."Team" FOR EACH ROW EXECUTE FUNCTION list_name('team', 'searchName', 'organizationId'), enabled O`,
    'Token_counted_deleted AFTER DELETE ON public."Token" REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION count_tokens_changed(), enabled O',
    `Token_counted_inserted AFTER INSERT ON public."Token" FOR EACH ROW WHEN (((new."revokedAt" IS NULL) AND (new.type <> 'wrapping'::text))) EXECUTE FUNCTION count_tokens_inserted(), enabled O`,
    'Token_counted_updated AFTER UPDATE ON public."Token" REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION count_tokens_changed(), enabled O',
    'Token_team_organization BEFORE INSERT ON public."Token" FOR EACH ROW WHEN (((new."teamId" IS NOT NULL) AND (new."teamOrganizationId" IS NULL))) EXECUTE FUNCTION team_organization_of_token(), enabled O',
    `User_counted_deleted AFTER DELETE ON public."User" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.kind = 'person'::text)) EXECUTE FUNCTION count_row('user'), enabled O`,
    `User_counted_inserted AFTER INSERT ON public."User" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.kind = 'person'::text)) EXECUTE FUNCTION count_row('user'), enabled O`,
    `User_email_parts AFTER INSERT OR UPDATE OF "searchEmail" ON public."User" FOR EACH ROW WHEN ((new.kind <> ALL (ARRAY['team'::text, 'organization'::text, 'method'::text]))) EXECUTE FUNCTION list_name('user-email', 'searchEmail'), enabled O`,
    `User_email_parts_deleted AFTER DELETE ON public."User" FOR EACH ROW WHEN ((old.kind <> ALL (ARRAY['team'::text, 'organization'::text, 'method'::text]))) EXECUTE FUNCTION list_name('user-email', 'searchEmail'), enabled O`,
    `User_name_parts AFTER INSERT OR UPDATE OF "searchName" ON public."User" FOR EACH ROW WHEN ((new.kind <> ALL (ARRAY['team'::text, 'organization'::text, 'method'::text]))) EXECUTE FUNCTION list_name('user', 'searchName'), enabled O`,
    `User_name_parts_deleted AFTER DELETE ON public."User" FOR EACH ROW WHEN ((old.kind <> ALL (ARRAY['team'::text, 'organization'::text, 'method'::text]))) EXECUTE FUNCTION list_name('user', 'searchName'), enabled O`,
    `WebhookDelivery_counted_deleted AFTER DELETE ON public."WebhookDelivery" REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_rows_of_owners('webhook-delivery/', 'webhookId'), enabled O`,
    `WebhookDelivery_counted_inserted AFTER INSERT ON public."WebhookDelivery" REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_rows_of_owners('webhook-delivery/', 'webhookId'), enabled O`,
    'Workspace_all_stored_bytes AFTER INSERT OR DELETE OR UPDATE OF "storedBytes" ON public."Workspace" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION add_all_stored_bytes(), enabled O',
    'Workspace_name_parts AFTER INSERT OR DELETE OR UPDATE OF "searchName" ON public."Workspace" FOR EACH ROW EXECUTE FUNCTION list_workspace_name(), enabled O',
    'Workspace_stored_bytes AFTER INSERT OR DELETE OR UPDATE OF "storedBytes" ON public."Workspace" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION add_stored_bytes(), enabled O',
  ],
} satisfies Readonly<Record<Provider, readonly string[]>>;

/** Indexes of some rows or of expressions, of which schema.prisma knows nothing either, as their migrations make them. A table that is made anew loses them, too. */
const otherIndexes: Readonly<Record<'both' | Provider, readonly string[]>> = {
  both: [
    'CREATE INDEX "Workspace_locked_idx" ON "Workspace"("organizationId", "name", "id") WHERE "lockedAt" IS NOT NULL;',
    'CREATE INDEX "Workspace_locked_change_idx" ON "Workspace"("organizationId", "latestChangeAt", "id") WHERE "lockedAt" IS NOT NULL;',
    'CREATE INDEX "Workspace_run_status_idx" ON "Workspace"("organizationId", "currentRunStatus", "name", "id") WHERE "currentRunStatus" IS NOT NULL;',
    `CREATE INDEX "Token_team_listed_idx" ON "Token"("teamOrganizationId", "createdAt", "id") WHERE "teamOrganizationId" IS NOT NULL AND "revokedAt" IS NULL AND "type" <> 'wrapping';`,
    `CREATE INDEX "Token_team_listed_end_idx" ON "Token"("teamOrganizationId", ("expiresAt" IS NULL), "expiresAt", "id") WHERE "teamOrganizationId" IS NOT NULL AND "revokedAt" IS NULL AND "type" <> 'wrapping';`,
    `CREATE INDEX "Token_user_listed_idx" ON "Token"("userId", "createdAt", "id") WHERE "userId" IS NOT NULL AND "revokedAt" IS NULL AND "type" <> 'wrapping';`,
    'CREATE INDEX "TagBinding_tagged_workspace_idx" ON "TagBinding"("tagId", "value", "workspaceId") WHERE "workspaceId" IS NOT NULL;',
    'CREATE INDEX "TagBinding_tagged_project_idx" ON "TagBinding"("tagId", "value", "projectId") WHERE "projectId" IS NOT NULL;',
    'CREATE INDEX "Certificate_revoked_end_idx" ON "Certificate"("mountId", "notAfter", "id") WHERE "revokedAt" IS NOT NULL;',
    'CREATE INDEX "Certificate_begins_later_idx" ON "Certificate"("mountId", "notBefore", "id") WHERE "notBefore" > "issuedAt";',
    'CREATE INDEX "Workspace_retention_idx" ON "Workspace"("id") WHERE "retentionKind" IS NOT NULL;',
    'CREATE INDEX "Job_leased_idx" ON "Job"("kind", "leasedUntil") WHERE "leasedUntil" IS NOT NULL;',
    'CREATE INDEX "Job_failed_idx" ON "Job"("kind", "dueAt") WHERE "lastError" IS NOT NULL;',
    'CREATE INDEX "Lease_irrevocable_idx" ON "Lease"("expiresAt", "id") WHERE "revokeError" IS NOT NULL;',
    `CREATE INDEX "AuditRecord_outcome_idx" ON "AuditRecord"("outcome", "id") WHERE "outcome" <> 'success';`,
    `CREATE INDEX "AuditRecord_organizationId_outcome_idx" ON "AuditRecord"("organizationId", "outcome", "id") WHERE "outcome" <> 'success';`,
    `CREATE INDEX "AuditRecord_action_idx" ON "AuditRecord"("action", "id") WHERE "action" <> 'certificate.issue' AND "action" <> 'certificate.sign' AND "action" <> 'certificate.sign-verbatim' AND "action" <> 'state-version.create' AND "action" <> 'state-version.upload' AND "action" <> 'state-version.download' AND "action" <> 'state-version.read-output' AND "action" <> 'state-version.read-outputs' AND "action" <> 'workspace.lock' AND "action" <> 'workspace.unlock' AND "action" <> 'token.create' AND "action" <> 'token.renew';`,
    `CREATE INDEX "AuditRecord_organizationId_action_idx" ON "AuditRecord"("organizationId", "action", "id") WHERE "action" <> 'certificate.issue' AND "action" <> 'certificate.sign' AND "action" <> 'certificate.sign-verbatim' AND "action" <> 'state-version.create' AND "action" <> 'state-version.upload' AND "action" <> 'state-version.download' AND "action" <> 'state-version.read-output' AND "action" <> 'state-version.read-outputs' AND "action" <> 'workspace.lock' AND "action" <> 'workspace.unlock' AND "action" <> 'token.create' AND "action" <> 'token.renew';`,
    `CREATE INDEX "AuditRecord_targetType_idx" ON "AuditRecord"("targetType", "id") WHERE "targetType" <> 'certificate' AND "targetType" <> 'state-version' AND "targetType" <> 'state-version-output' AND "targetType" <> 'workspace' AND "targetType" <> 'token';`,
    `CREATE INDEX "AuditRecord_organizationId_targetType_idx" ON "AuditRecord"("organizationId", "targetType", "id") WHERE "targetType" <> 'certificate' AND "targetType" <> 'state-version' AND "targetType" <> 'state-version-output' AND "targetType" <> 'workspace' AND "targetType" <> 'token';`,
    'CREATE INDEX "AuditRecord_placed_at_idx" ON "AuditRecord"("at", "id") WHERE "position" IS NOT NULL;',
    'CREATE INDEX "AuditRecord_placed_organizationId_at_idx" ON "AuditRecord"("organizationId", "at", "id") WHERE "position" IS NOT NULL;',
    'CREATE INDEX "AuditRecord_placed_actorName_at_idx" ON "AuditRecord"("actorName", "at", "id", "organizationId") WHERE "position" IS NOT NULL;',
    'CREATE INDEX "AuditRecord_placed_actorId_at_idx" ON "AuditRecord"("actorId", "at", "id", "organizationId") WHERE "position" IS NOT NULL AND "actorId" IS NOT NULL;',
    'CREATE INDEX "AuditRecord_placed_action_idx" ON "AuditRecord"("action", "targetType", "id") WHERE "position" IS NOT NULL;',
    'CREATE INDEX "AuditRecord_placed_organizationId_action_idx" ON "AuditRecord"("organizationId", "action", "targetType", "id") WHERE "position" IS NOT NULL;',
  ],
  sqlite: [`CREATE INDEX "Lease_below_idx" ON "Lease"("path" || '/');`],
  postgresql: [`CREATE INDEX "Lease_below_idx" ON "Lease"(("path" || '/') COLLATE "C");`],
};

/** The SQL that makes an empty database look like schema.prisma, with what that does not say. */
export const sqlOfShape = (provider: Provider): string =>
  [sqlOfSchema(provider), ...otherIndexes.both, ...otherIndexes[provider]].join('\n');

/** As {@link triggers} has them: when each runs, not what it does. */
export function sqliteTriggers(driver: SqliteDatabase): readonly string[] {
  const texts = driver
    .prepare("SELECT sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY name")
    .column()
    .map(String);
  return texts.map((text) =>
    text
      .replace(/\sBEGIN\s[^]*/, '')
      .replace(/^CREATE TRIGGER "(\w+)"/, '$1')
      .replaceAll(/\s+/g, ' '),
  );
}

export async function postgresqlTriggers(url: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ line: string }>(
    `SELECT tgname || ' ' || regexp_replace(pg_get_triggerdef(oid), '^.*? (AFTER|BEFORE|INSTEAD OF) ', '\\1 ') || ', enabled ' || tgenabled::text AS line
      FROM pg_trigger WHERE NOT tgisinternal ORDER BY tgname`,
  );
  await client.end();
  return rows.map(({ line }) => line);
}

export async function postgresqlShape(url: string): Promise<Shape> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ line: string }>(`
    SELECT table_name || '.' || column_name || ': ' || concat_ws(' ', udt_name, numeric_precision, numeric_scale,
        datetime_precision, 'nullable ' || is_nullable, 'default ' || coalesce(column_default, '-')) AS line
      FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> '_prisma_migrations'
    UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'
    UNION ALL SELECT conrelid::regclass || ' ' || conname || ': ' || pg_get_constraintdef(oid) FROM pg_constraint
      WHERE connamespace = 'public'::regnamespace AND contype <> 't' AND conrelid::regclass::text <> '_prisma_migrations'`);
  await client.end();
  return rows.map(({ line }) => line).sort();
}
