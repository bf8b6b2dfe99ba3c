import { isIP } from 'node:net';
import { changedOf } from '../../identity/audit/changed.js';
import type { Caller } from '../../identity/caller.js';
import type { Database, TransactionClient } from '../../platform/database/database.js';
import type { OutboundGate } from '../../platform/outbound/outbound-gate.js';
import { invalidInput, problem } from '../../platform/problems.js';
import { fieldName, worded } from '../../platform/wording.js';
import type { MountAccess } from '../access.js';
import type { AuthorityChanges } from '../changes.js';
import { readAcmeConfig, readClusterConfig } from '../config/stored.js';
import type { ExternalPolicyStore } from '../external-policy/external-policy.store.js';
import type { Authority, AuthorityMount } from '../issuers/authority.js';
import type { RoleStore } from '../roles/role.store.js';
import { allowsAll, directoryPolicyOf, eabPolicies, isEabPolicy } from './acme-config.js';
import type { AcmeConfig } from './acme-config.js';

/** What a change may give; absent and null fields do not change. */
export type AcmeConfigChange = { readonly [Key in keyof AcmeConfig]?: AcmeConfig[Key] | null | undefined };

const path = 'config/acme';
const longestTtl = 100 * 365 * 86_400;
const mostListed = 1_000;

/** `config/acme` (Vault API, PKI: "Set ACME configuration"), with OpenBao's texts. */
export class AcmeConfiguration {
  constructor(
    private readonly deps: {
      readonly database: Database;
      readonly access: MountAccess;
      readonly changes: AuthorityChanges;
      readonly roleStore: RoleStore;
      readonly externalPolicies: Pick<ExternalPolicyStore, 'configIn'>;
      readonly gate: Pick<OutboundGate, 'refusalOf'>;
    },
  ) {}

  /** @throws PERMISSION_DENIED, MOUNT_NOT_FOUND */
  async read(caller: Caller, mount: string): Promise<AcmeConfig> {
    return (await this.deps.access.to(caller, mount, path, 'read')).mount.acme;
  }

  /** @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, INVALID_INPUT */
  async change(caller: Caller, mount: string, given: AcmeConfigChange): Promise<AcmeConfig> {
    const authority = await this.deps.access.to(caller, mount, path, 'update');
    const { mount: found } = authority;
    return this.deps.changes.make(caller, found, 'acme', 'mount.acmeConfig', async (tx, row) => {
      const before = readAcmeConfig(row.acmeConfig);
      const config = merged(before, given);
      requireForm(config, this.deps.gate);
      await this.#requireExisting(tx, authority, config);
      if (config.enabled && readClusterConfig(row.clusterConfig).path === '')
        throw problem('INVALID_INPUT', "ACME feature requires local cluster 'path' field configuration to be set");
      await tx.mount.update({ where: { id: found.id }, data: { acmeConfig: JSON.stringify(config) } });
      const target = { type: 'mount' as const, id: found.id, name: found.path };
      return { result: config, target, details: changedOf(before, config) };
    });
  }

  async #requireExisting(tx: TransactionClient, authority: Authority, config: AcmeConfig): Promise<void> {
    const { mount } = authority;
    const policy = directoryPolicyOf(config.defaultDirectoryPolicy);
    if (policy?.kind === 'role') {
      const why = await this.#unfit(tx, mount, policy.name);
      if (why !== undefined)
        throw invalidInput('defaultDirectoryPolicy', {
          inVault: `default directory policy role ${policy.name} is not a valid ACME role: the request message was malformed: ${why}`,
          inGraphql: `ACME cannot use the role ${policy.name}: ${why}`,
        });
    }
    if (policy?.kind === 'external-policy' && !(await this.deps.externalPolicies.configIn(tx, mount.id)).enabled)
      throw invalidInput('defaultDirectoryPolicy', 'the external policy of the mount is not enabled');
    if (!allowsAll(config.allowedRoles)) {
      for (const name of config.allowedRoles) {
        const why = await this.#unfit(tx, mount, name);
        if (why !== undefined)
          throw invalidInput('allowedRoles', {
            inVault: `allowed_role ${name} is not a valid acme role: ${why}`,
            inGraphql: `ACME cannot use the role ${name}: ${why}`,
          });
      }
      if (policy?.kind === 'role' && !config.allowedRoles.includes(policy.name))
        throw invalidInput(
          'defaultDirectoryPolicy',
          worded`default directory policy role ${policy.name} was not included in ${fieldName('allowedRoles')}: ${config.allowedRoles.join(', ')}`,
        );
    }
    if (allowsAll(config.allowedIssuers)) return;
    const missing = config.allowedIssuers.find((reference) => !authority.issuerReferred(reference));
    if (missing !== undefined)
      throw invalidInput('allowedIssuers', {
        inVault: `failed validating allowed_issuers: unable to fetch issuer: ${missing}: unable to find PKI issuer for reference: ${missing}`,
        inGraphql: `allowedIssuers: there is no issuer with the reference ${missing}`,
      });
  }

  /** Why ACME cannot use a role. */
  async #unfit(tx: TransactionClient, { id }: AuthorityMount, name: string): Promise<string | undefined> {
    const role = await this.deps.roleStore.namedIn(tx, id, name);
    if (!role) return 'role does not exist';
    return role.noStore ? 'role can not be used as NoStore is set to true' : undefined;
  }
}

function merged(before: AcmeConfig, given: AcmeConfigChange): AcmeConfig {
  return {
    enabled: given.enabled ?? before.enabled,
    allowedRoles: given.allowedRoles ?? before.allowedRoles,
    allowRoleExtKeyUsage: given.allowRoleExtKeyUsage ?? before.allowRoleExtKeyUsage,
    allowedIssuers: given.allowedIssuers ?? before.allowedIssuers,
    defaultDirectoryPolicy: given.defaultDirectoryPolicy ?? before.defaultDirectoryPolicy,
    dnsResolver: given.dnsResolver ?? before.dnsResolver,
    eabPolicy: given.eabPolicy ?? before.eabPolicy,
    maxTtl: given.maxTtl ?? before.maxTtl,
  };
}

/** @throws INVALID_INPUT */
function requireForm(config: AcmeConfig, gate: Pick<OutboundGate, 'refusalOf'>): void {
  const lists = [
    ['allowedRoles', config.allowedRoles, 'role'],
    ['allowedIssuers', config.allowedIssuers, 'issuer'],
  ] as const;
  for (const [field, list, what] of lists) {
    if (list.length === 0)
      throw invalidInput(
        field,
        worded`${fieldName(field)} must take a non-zero length value; specify '*' as the value to allow anything or specify enabled=false to disable ACME entirely`,
      );
    if (list.length > mostListed)
      throw invalidInput(field, worded`${fieldName(field)} may have at most ${mostListed} items`);
    const at = allowsAll(list) ? -1 : list.indexOf('*');
    if (at >= 0) throw invalidInput(field, `cannot use '*' as ${what} name at index ${at}`);
  }
  const policy = directoryPolicyOf(config.defaultDirectoryPolicy);
  if (!policy)
    throw invalidInput(
      'defaultDirectoryPolicy',
      worded`invalid ${fieldName('defaultDirectoryPolicy')}: string ${config.defaultDirectoryPolicy} not a valid Default Directory Policy`,
    );
  if (!isEabPolicy(config.eabPolicy))
    throw invalidInput(
      'eabPolicy',
      `invalid eab policy name provided, valid values are ${eabPolicies.map((each) => `'${each}'`).join(', ')}`,
    );
  if (config.maxTtl < 1 || config.maxTtl > longestTtl)
    throw invalidInput('maxTtl', worded`${fieldName('maxTtl')} must be between 1 second and 100 years`);
  if (config.dnsResolver !== '') requireResolver(config.dnsResolver, gate);
}

/** @throws INVALID_INPUT */
function requireResolver(text: string, gate: Pick<OutboundGate, 'refusalOf'>): void {
  const fault = (why: string) =>
    invalidInput('dnsResolver', {
      inVault: `failed to parse DNS resolver address: ${why}`,
      inGraphql: `dnsResolver must be an address with a port: ${why}`,
    });
  const [, bracketed, plain, port] = /^(?:\[([^\]]*)\]|([^:]*)):([^:]*)$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  if (host === undefined || port === undefined) throw fault(`address ${text.slice(0, 100)}: missing port in address`);
  if (host === '') throw fault('got empty address');
  if (isIP(host) === 0 || host.includes('%')) throw fault('expected IPv4/IPv6 address, likely got hostname');
  if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65_535)
    throw fault(`${port.slice(0, 20)} is no port`);
  const why = gate.refusalOf(new URL(`http://${text}`));
  if (why !== null)
    throw invalidInput('dnsResolver', worded`${fieldName('dnsResolver')} must not be called: its address is ${why}`);
}
