import { changedOf } from '../../identity/audit/changed.js';
import type { Caller } from '../../identity/caller.js';
import type { Database } from '../../platform/database/database.js';
import type { MountRow } from '../../platform/database/models.js';
import { problem, readable } from '../../platform/problems.js';
import { defaultReference, noDefaultItself } from '../issuers/references.js';
import type { MountAccess } from '../access.js';
import type { AuthorityChanges, ChangedPart } from '../changes.js';
import type { Authority, AuthorityReader } from '../issuers/authority.js';
import { crlGroups } from '../crls/crl-group.js';
import type { Crls } from '../crls/crls.js';
import { keyReferred, keysOf } from '../keys/key.store.js';
import type { KeyFacts } from '../keys/key.store.js';
import { isAddress } from './address.js';
import { addressFault } from './addresses.js';
import { crlConfigFault } from './crl-config.js';
import type { CrlConfig } from './crl-config.js';
import { rememberingShards, shardFault } from './crl-shards.js';
import { readClusterConfig, readAcmeConfig, readCrlConfig, readUrlsConfig } from './stored.js';
import { filledUrls } from './templates.js';
import type { ClusterConfig, UrlsConfig } from './urls-config.js';
import { fieldName, worded } from '../../platform/wording.js';
import type { Said } from '../../platform/wording.js';

/** `config/issuers`. */
export interface IssuersConfig {
  readonly defaultIssuerId: string | null;
  /** In the form that Vault's clients see. */
  readonly defaultIssuerUuid: string | null;
  readonly defaultFollowsLatestIssuer: boolean;
}

/** Some fields of a configuration; absent and null fields do not change. */
type Some<Config> = { readonly [Key in keyof Config]?: Config[Key] | null | undefined };

/** A configuration after a change, with warnings for callers. */
export interface Changed<Config> {
  readonly config: Config;
  readonly warnings: readonly Said[];
}

/** `config/urls`, and what its templates lack so that certificates can be issued; null for nothing. */
export interface MountUrls extends UrlsConfig {
  readonly lacking: Said | null;
}

const withLacking = (urls: UrlsConfig, cluster: ClusterConfig): MountUrls => ({
  ...urls,
  lacking: filledUrls(urls, { ...cluster, issuerId: 'any' }).lacking,
});

/** The configuration of a mount, for all of its issuers. */
export class MountConfig {
  constructor(
    private readonly deps: {
      database: Database;
      access: MountAccess;
      authorities: AuthorityReader;
      changes: AuthorityChanges;
      crls: Crls;
    },
  ) {}

  /** @throws PERMISSION_DENIED, MOUNT_NOT_FOUND */
  async urls(caller: Caller, mount: string): Promise<MountUrls> {
    const { mount: found } = await this.deps.access.to(caller, mount, 'config/urls', 'read');
    return withLacking(found.urls, found.cluster);
  }

  /** @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, INVALID_INPUT */
  async changeUrls(caller: Caller, mount: string, given: Some<UrlsConfig>): Promise<MountUrls> {
    const authority = await this.deps.access.to(caller, mount, 'config/urls', 'update');
    const urls = await this.#change(caller, authority, urlsConfig, given, ({ enableTemplating, ...lists }) => {
      for (const [field, list] of Object.entries(lists)) {
        const fault = addressFault(field, list, enableTemplating);
        if (fault !== undefined) throw problem('INVALID_INPUT', fault, [field]);
      }
      return { config: { enableTemplating, ...lists } };
    });
    return withLacking(urls, authority.mount.cluster);
  }

  /** @throws PERMISSION_DENIED, MOUNT_NOT_FOUND */
  async cluster(caller: Caller, mount: string): Promise<ClusterConfig> {
    return (await this.deps.access.to(caller, mount, 'config/cluster', 'read')).mount.cluster;
  }

  /** @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, INVALID_INPUT */
  async changeCluster(caller: Caller, mount: string, given: Some<ClusterConfig>): Promise<ClusterConfig> {
    const authority = await this.deps.access.to(caller, mount, 'config/cluster', 'update');
    return this.#change(caller, authority, clusterConfig, given, (config, row) => {
      for (const [field, address] of Object.entries({ path: config.path, aiaPath: config.aiaPath }))
        if (address !== '' && !isAddress(address))
          throw problem(
            'INVALID_INPUT',
            worded`invalid, non-URL ${fieldName(field)} given to cluster: ${readable(address)}`,
            [field],
          );
      // Whoever has an account or an order could not be told where they are.
      if (config.path === '' && readAcmeConfig(row.acmeConfig).enabled)
        throw problem(
          'INVALID_INPUT',
          worded`ACME is enabled and needs ${fieldName('path')} of the cluster configuration`,
          ['path'],
        );
      // Certificates name shards by the address of the mount from now on.
      const crl = rememberingShards(readCrlConfig(row.crlConfig), config);
      requireShards(crl, config, 'aiaPath');
      return { config, beside: { crlConfig: JSON.stringify(crl) } };
    });
  }

  /** @throws PERMISSION_DENIED, MOUNT_NOT_FOUND */
  async crl(caller: Caller, mount: string): Promise<CrlConfig> {
    return (await this.deps.access.to(caller, mount, 'config/crl', 'read')).mount.crl;
  }

  /** @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, INVALID_INPUT, and CRL_TOO_LARGE after the change */
  async changeCrl(caller: Caller, mount: string, given: Some<CrlConfig>): Promise<CrlConfig> {
    const authority = await this.deps.access.to(caller, mount, 'config/crl', 'update');
    const written = { ...authority.mount.crl.written, ...given.written };
    const config = await this.#change(caller, authority, crlConfig, { ...given, written }, (changed, row) => {
      const fault = crlConfigFault(changed);
      if (fault) throw problem('INVALID_INPUT', fault.message, [fault.field]);
      const cluster = readClusterConfig(row.clusterConfig);
      const remembering = rememberingShards(changed, cluster);
      requireShards(remembering, cluster, 'shards');
      return { config: remembering };
    });
    // Turning CRLs off or on shows in the next CRL that is fetched.
    if (config.disable !== authority.mount.crl.disable) await this.#publish(authority.mount.id);
    return config;
  }

  async #publish(mountId: string): Promise<void> {
    const authority = await this.deps.authorities.byId(mountId);
    for (const { leader } of crlGroups(authority)) await this.deps.crls.publishDue(authority, leader.id);
  }

  /** @throws PERMISSION_DENIED, MOUNT_NOT_FOUND */
  async issuers(caller: Caller, mount: string): Promise<IssuersConfig> {
    const { mount: found } = await this.deps.access.to(caller, mount, 'config/issuers', 'read');
    return this.#issuersOf(found.id);
  }

  /** Sets the default issuer. @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, INVALID_INPUT, ISSUER_NOT_FOUND */
  async changeIssuers(
    caller: Caller,
    mount: string,
    given: {
      readonly default?: string | null | undefined;
      readonly defaultFollowsLatestIssuer?: boolean | null | undefined;
    },
  ): Promise<Changed<IssuersConfig>> {
    const { access, changes } = this.deps;
    const authority = await access.to(caller, mount, 'config/issuers', 'update');
    const { id } = authority.mount;
    const reference = given.default?.trim();
    if (reference === '' || reference === defaultReference) throw noDefaultItself();
    const issuer = reference === undefined ? undefined : authority.issuer(reference);
    const follows = given.defaultFollowsLatestIssuer ?? undefined;
    await changes.make(caller, authority.mount, 'issuers', 'config.issuers', async (tx, row) => {
      const data = {
        ...(issuer && { defaultIssuerId: issuer.id }),
        ...(follows !== undefined && { defaultFollowsLatestIssuer: follows }),
      };
      await tx.mount.update({ where: { id }, data });
      const target = { type: 'mount' as const, id, name: authority.mount.path };
      return { result: undefined, target, details: changedOf(row, data) };
    });
    const keyless = issuer?.keyId === undefined && issuer !== undefined;
    return {
      config: await this.#issuersOf(id),
      warnings: keyless
        ? [
            'This selected default issuer has no key associated with it. Some operations like issuing certificates and signing CRLs will be unavailable with the requested default issuer until a key is imported or the default issuer is changed.',
          ]
        : [],
    };
  }

  /** The default key. @throws PERMISSION_DENIED, MOUNT_NOT_FOUND */
  async keys(caller: Caller, mount: string): Promise<KeyFacts | null> {
    const { mount: found } = await this.deps.access.to(caller, mount, 'config/keys', 'read');
    const { client } = this.deps.database;
    const row = await client.mount.findUnique({ where: { id: found.id }, select: { defaultKeyId: true } });
    return (await keysOf(client, found.id)).find(({ id }) => id === row?.defaultKeyId) ?? null;
  }

  /** @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, INVALID_INPUT, KEY_NOT_FOUND */
  async changeKeys(caller: Caller, mount: string, reference: string): Promise<KeyFacts> {
    const authority = await this.deps.access.to(caller, mount, 'config/keys', 'update');
    const { id, path } = authority.mount;
    if (reference.trim() === '' || reference.trim() === 'default')
      throw problem('INVALID_INPUT', "invalid key specification; must be non-empty and can't be 'default'", [
        'default',
      ]);
    return this.deps.changes.make(caller, authority.mount, 'keys', 'config.keys', async (tx, row) => {
      const key = await keyReferred(tx, row, reference.trim());
      const data = { defaultKeyId: key.id };
      await tx.mount.update({ where: { id }, data });
      return { result: key, target: { type: 'mount', id, name: path }, details: changedOf(row, data) };
    });
  }

  async #issuersOf(mountId: string): Promise<IssuersConfig> {
    const row = await this.deps.database.client.mount.findUnique({
      where: { id: mountId },
      select: { defaultFollowsLatestIssuer: true, defaultIssuer: { select: { id: true, uuid: true } } },
    });
    return {
      defaultIssuerId: row?.defaultIssuer?.id ?? null,
      defaultIssuerUuid: row?.defaultIssuer?.uuid ?? null,
      defaultFollowsLatestIssuer: row?.defaultFollowsLatestIssuer ?? false,
    };
  }

  /** Changes one of the JSON configurations, based on its value when the change has its turn. */
  async #change<Config extends object>(
    caller: Caller,
    { mount }: Authority,
    { part, column, read }: StoredConfig<Config>,
    given: Some<Config>,
    complete: (config: Config, row: MountRow) => Completed<Config>,
  ): Promise<Config> {
    return this.deps.changes.make(caller, mount, part, `mount.${column}`, async (tx, row) => {
      const before = read(row[column]);
      const { config, beside } = complete(merged(before, given), row);
      const text = JSON.stringify(config);
      await tx.mount.update({ where: { id: mount.id }, data: { ...beside, [column]: text } });
      const target = { type: 'mount' as const, id: mount.id, name: mount.path };
      return { result: config, target, details: changedOf(before, config) };
    });
  }
}

/** A configuration as it is stored. */
interface Completed<Config> {
  readonly config: Config;
  /** Another one that changes with it. */
  readonly beside?: { readonly crlConfig: string };
}

/** @throws INVALID_INPUT */
function requireShards(crl: CrlConfig, cluster: ClusterConfig, field: string): void {
  const fault = shardFault(crl, cluster);
  if (fault !== undefined) throw problem('INVALID_INPUT', fault, [field]);
}

interface StoredConfig<Config> {
  readonly part: ChangedPart;
  readonly column: 'urlsConfig' | 'clusterConfig' | 'crlConfig';
  readonly read: (text: string) => Config;
}

const urlsConfig: StoredConfig<UrlsConfig> = { part: 'urls', column: 'urlsConfig', read: readUrlsConfig };
const clusterConfig: StoredConfig<ClusterConfig> = { part: 'urls', column: 'clusterConfig', read: readClusterConfig };
const crlConfig: StoredConfig<CrlConfig> = { part: 'crl', column: 'crlConfig', read: readCrlConfig };

/** The configuration with the given fields replaced. */
function merged<Config extends object>(config: Config, given: Some<Config>): Config {
  const result = { ...config };
  for (const name of Object.keys(config)) {
    const value: unknown = Reflect.get(given, name);
    if (value !== undefined && value !== null) Reflect.set(result, name, value);
  }
  return result;
}
