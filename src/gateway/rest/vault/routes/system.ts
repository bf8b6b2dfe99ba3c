import { problem } from '../../../../platform/problems.js';
import { plain } from '../route.js';
import type { VaultRoute } from '../route.js';

/**
 * The version of Vault with this interface: clients decide by it what they may send. Terraform's provider sends `serial_number_source`, `max_crl_entries` and
 * all name constraints from 1.19, and `key_usage` of authorities from 1.19.2; it reads `config/scep` from 1.20. It offers the resources of EST, CMP and SCEP only
 * to a version with `ent` in its metadata (its `IsEnterpriseSupported`), because in Vault only the Enterprise edition has them. That is all that the word is
 * for: nothing else that the provider asks of it is about what is here, and `enterprise` of the health stays false, as there are no namespaces.
 */
export const vaultVersion = '1.20.0+ent';
/** When that version was made. */
const date = '2025-06-25T00:00:00Z';
const cluster = 'trustate';

/** A server that answers is unsealed and active, so among the parameters for statuses only `activecode` matters. */
function activeStatus(asked: string | undefined): number {
  const status = Number(asked ?? 200);
  return Number.isInteger(status) && status >= 200 && status <= 599 ? status : 400;
}

const health = {
  initialized: true,
  sealed: false,
  standby: false,
  performance_standby: false,
  replication_performance_mode: 'disabled',
  replication_dr_mode: 'disabled',
  enterprise: false,
  version: vaultVersion,
  cluster_name: cluster,
};

const sealStatus = {
  type: 'shamir',
  initialized: true,
  sealed: false,
  t: 1,
  n: 1,
  progress: 0,
  nonce: '',
  version: vaultVersion,
  build_date: date,
  commit_date: date,
  migration: false,
  cluster_name: cluster,
  recovery_seal: false,
  storage_type: 'database',
};

const anonymous = { anonymous: true };

/** This server is the only one: no other waits to take over. */
const leader = {
  ha_enabled: false,
  is_self: false,
  active_time: '0001-01-01T00:00:00Z',
  leader_address: '',
  leader_cluster_address: '',
  performance_standby: false,
  performance_standby_last_remote_wal: 0,
};

/** What sets a new server up asks first whether it has to. */
const initialize = (): never => {
  throw problem('INVALID_INPUT', 'Vault is already initialized');
};

export const systemRoutes: readonly VaultRoute[] = [
  plain(
    'read',
    'sys/health',
    ({ query, now }) => ({
      bare: { ...health, server_time_utc: Math.floor(now.getTime() / 1000) },
      status: activeStatus(query('activecode')),
    }),
    anonymous,
  ),
  plain('read', 'sys/seal-status', () => ({ bare: sealStatus }), anonymous),
  plain('read', 'sys/leader', () => ({ bare: leader }), anonymous),
  plain('read', 'sys/init', () => ({ bare: { initialized: true } }), anonymous),
  plain('update', 'sys/init', initialize, anonymous),
];
