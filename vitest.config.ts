import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { postgresPrograms } from './test/platform/database/postgres-programs.js';
import { shortLived } from './test/short-lived.js';

const require = createRequire(import.meta.url);

/** Test files that run once more with their rows in PostgreSQL, and those that are about it. */
const onPostgresql = [
  'test/platform/database/{postgresql,cancellation,outage}.test.ts',
  'test/platform/graphql/nested-pages.test.ts',
  'test/platform/jobs/*.test.ts',
  'test/platform/events/*.test.ts',
  'test/platform/seal/{seal-record,sealed-columns}.test.ts',
  'test/composition/*.test.ts',
  'test/identity/first-start.test.ts',
  'test/identity/services.test.ts',
  'test/identity/audit/*.test.ts',
  'test/identity/access/access.test.ts',
  'test/identity/tokens/*.test.ts',
  'test/platform/installation/{lived-time,server-nodes,store-owner}.test.ts',
  'test/state/backing-data/{backing-data,sweeper}.test.ts',
  'test/state/consumers/consumers.test.ts',
  'test/state/inventory/{inventory.job,large-documents}.test.ts',
  'test/state/locks/locks.test.ts',
  'test/state/outputs/many-outputs.test.ts',
  'test/state/quota/{quota-lock,recount,storage,stored-bytes-migration}.test.ts',
  'test/state/retention/retention.job.test.ts',
  'test/state/search/*.test.ts',
  'test/state/tags/tags.test.ts',
  'test/state/versions/{create,create-statements,rollback}.test.ts',
  'test/state/workspaces/workspaces.test.ts',
  'test/pki/certificates/{certificate-plans,certificate-walk,strange-names}.test.ts',
  'test/pki/crls/{published,revoked-rows}.test.ts',
  'test/pki/issuers/former-issuers.test.ts',
  'test/pki/mounts/mounts.test.ts',
  'test/pki/revocation/meeting-changes.test.ts',
  'test/pki/roles/name-pages.test.ts',
  'test/pki/server-certificate/handing-over.test.ts',
  'test/e2e/{postgresql,cancellation,database-outage,differing-clocks,full-database,several-nodes}.test.ts',
];
/** Those that have nothing to do without it. */
const onlyPostgresql = [
  'test/platform/database/{postgresql,cancellation,outage}.test.ts',
  'test/platform/events/several-servers.test.ts',
  'test/pki/revocation/meeting-changes.test.ts',
  'test/state/quota/quota-lock.test.ts',
  'test/e2e/{postgresql,cancellation,database-outage,differing-clocks,full-database,several-nodes}.test.ts',
];
/** Files that open no database: they can run while SQLite is still being compiled. */
const withoutDatabase = [
  'test/*.test.ts',
  'test/client/*.test.ts',
  'test/gateway/*.test.ts',
  'test/gateway/{admission,execution,graphql,http,subscriptions}/*.test.ts',
  'test/fuzz/*.test.ts',
  'test/graphql/*.test.ts',
  'test/pki/{policy,x509}/*.test.ts',
  'test/platform/graphql/{kit,raw-json,scalars,whole-list}.test.ts',
  'test/platform/{log,metrics,objects,tracing}/*.test.ts',
  'test/platform/seal/{master-key,seal,sealed-places}.test.ts',
  'test/state/{comparison,content}/*.test.ts',
  'test/state/quota/quota-rule.test.ts',
];
/** Files that count what else runs in their process. The others share one, file after file: to load all packages anew for each takes longer than most of them do. */
const apart = ['test/pki/issuance/signing-together.test.ts', 'test/pki/issuers/issuers.test.ts'];
const missing = 'test/platform/database/no-postgresql.test.ts';

export default defineConfig({
  resolve: {
    // graphql ships ESM and CommonJS; type-graphql loads the latter, and two copies are two realms.
    alias: [{ find: /^graphql$/, replacement: require.resolve('graphql/index.js') }],
  },
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
    execArgv: [...shortLived],
    // Two more than there are cores: many tests wait, for servers that start, for the disk, for what comes by itself.
    maxWorkers: availableParallelism() + 2,
    // scripts/test.mjs knows "no database" by its name.
    projects: [
      {
        extends: true,
        test: { name: 'no database', isolate: false, include: withoutDatabase },
      },
      {
        extends: true,
        test: {
          name: 'sqlite',
          isolate: false,
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...withoutDatabase, ...apart, ...onlyPostgresql, missing, 'test/e2e/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'end to end',
          isolate: false,
          include: ['test/e2e/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...onlyPostgresql],
          globalSetup: ['test/e2e/harness/shared-server.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'sqlite, apart', include: apart },
      },
      {
        extends: true,
        test:
          postgresPrograms() === null
            ? { name: 'postgresql', include: [missing] }
            : {
                name: 'postgresql',
                isolate: false,
                include: onPostgresql,
                globalSetup: ['test/platform/database/postgres-setup.ts'],
                setupFiles: ['test/platform/database/on-postgresql.ts'],
              },
      },
    ],
  },
});
