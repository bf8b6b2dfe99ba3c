import { randomUUID } from 'node:crypto';
import { foundOrganization, openServiceAccount } from '../../../src/identity/organizations/found.js';
import { readCrlConfig } from '../../../src/pki/config/stored.js';
import { ids } from '../../../src/platform/ids.js';
import type { StateVersionId, TeamId, WorkspaceId } from '../../../src/platform/ids.js';
import type { Caller } from '../../../src/identity/caller.js';
import { celRoleName } from '../../../src/pki/cel-roles/cel-roles.js';
import { VariableStore } from '../../../src/state/variables/variable.store.js';
import { resource, stateOf } from '../../state/service.js';
import { waitingRequest } from '../../pki/scep/rows.js';
import type { Installation } from './installation.js';

/** Arguments of lists that the world has a value for. */
export const givenNames = [
  ...(['organization', 'mount', 'user', 'workspace', 'teamId', 'projectId', 'workspaceId'] as const),
  ...(['stateVersionId', 'from', 'to', 'of', 'webhookId', 'method'] as const),
] as const;
type GivenName = (typeof givenNames)[number];

/** What there is one of, with many of each kind hanging on it. */
interface Trunk {
  readonly root: Caller;
  readonly team: TeamId;
  readonly projectId: string;
  readonly workspaceId: WorkspaceId;
  readonly webhookId: string;
  /** In a team with an access of its own to each workspace and project. */
  readonly reader: { readonly token: string; readonly team: TeamId };
  /** Of the organization: it reads the trail. */
  readonly trail: string;
}

/** So many records that the latest of the audit are of as many organizations as there are. */
const perActor = 3;

/** A webhook of the organization, which was verified. */
async function hook({ client, clock, organizationId }: Installation): Promise<string> {
  const [id, at] = [ids.webhook.make(), clock.now()];
  const settings = { name: 'w', url: 'https://hooks.example.com/', format: 'trustate', enabled: false, events: '[]' };
  await client.webhook.create({ data: { id, organizationId, ...settings, createdAt: at, updatedAt: at } });
  await delivered({ client, clock }, id, 'verification');
  return id;
}

async function delivered({ client, clock }: Pick<Installation, 'client' | 'clock'>, webhookId: string, event: string) {
  const [id, at] = [ids.webhookDelivery.make(), clock.now()];
  const ended = { deliveryState: 'delivered', createdAt: at, endedAt: at };
  await client.webhookDelivery.create({ data: { id, webhookId, event, body: '{}', ...ended } });
}

async function plant(world: Installation): Promise<Trunk> {
  const { organizationId, owner, organization, services } = world;
  const team = await world.team(organizationId, { name: 'everybody' });
  const project = await services.projects.create(owner, organization, { name: 'everything' });
  const workspaceId = await world.workspaceOf({ name: 'long' });
  const userId = await world.user({ username: 'reader' });
  const readers = await world.team(organizationId, { name: 'readers' });
  await world.member(organizationId, userId, readers);
  await world.onWorkspace(readers, workspaceId, { access: 'read', stateVersions: 'none' });
  const root = await world.root();
  await world.member(organizationId, root.userId);
  const token = await world.token({ userId });
  const trail = await world.token({ organizationId });
  const webhookId = await hook(world);
  return { root, team, projectId: project.id, workspaceId, webhookId, reader: { token, team: readers }, trail };
}

/**
 * Things of every kind, each with others of its own: the tenth workspace is in the tenth project, locked by the tenth user, and so on, so that a field
 * which is read for each object by itself is seen.
 */
export class Growth {
  #size = 0;
  #beside: string;
  readonly #actors: { readonly organizationId: string; readonly actorId: string; readonly actorName: string }[] = [];
  #first: StateVersionId | null = null;
  #last: StateVersionId | null = null;

  private constructor(
    private readonly world: Installation,
    readonly trunk: Trunk,
  ) {
    this.#beside = trunk.workspaceId;
  }

  static async begin(world: Installation): Promise<Growth> {
    return new Growth(world, await plant(world));
  }

  async to(size: number): Promise<void> {
    for (; this.#size < size; this.#size += 1) {
      await this.#state(this.#size);
      await this.#authority(this.#size);
    }
    await this.world.turn();
    await this.world.quiet();
    const record = { at: this.world.clock.now(), actorKind: 'user', action: 'test', outcome: 'success' };
    const target = { targetType: 'test', targetId: 'test' };
    await this.world.client.auditRecord.createMany({
      data: this.#actors.flatMap((actor) =>
        Array.from({ length: perActor }, () => ({ ...actor, ...record, ...target })),
      ),
    });
  }

  /** Said wherever an argument has the name, as literals. */
  given(): Record<GivenName, string> {
    const { team, projectId, workspaceId, webhookId } = this.trunk;
    const [first, last] = [this.#first ?? '', this.#last ?? ''];
    const text = JSON.stringify;
    return {
      ...{
        organization: text(this.world.organization),
        mount: text('pki'),
        user: text('olga'),
        workspace: text('long'),
      },
      ...{ teamId: text(team), projectId: text(projectId), workspaceId: text(workspaceId) },
      ...{ stateVersionId: text(last), from: text(first), to: text(last) },
      ...{ of: `{ organization: ${text(this.world.organization)} }`, webhookId: text(webhookId) },
      method: text('method-0'),
    };
  }

  async #state(index: number): Promise<void> {
    const { world, trunk } = this;
    const { organizationId, owner, ownerId, services, client } = world;
    const now = world.clock.now();
    const userId = await world.user({ username: `person-${index}` });
    await hook(world);
    await delivered(world, trunk.webhookId, 'workspace.locked');
    const founding = { name: `founded-${index}`, email: 'a@b.example', founder: userId, now };
    const founded = await world.database.transaction((tx) => foundOrganization(tx, founding));
    // With a team and a project of each there were more than one statement reads the lists of.
    await client.team.deleteMany({ where: { organizationId: founded } });
    await client.project.deleteMany({ where: { organizationId: founded } });
    const teamId = await world.team(organizationId, { name: `crew-${index}`, visibility: 'organization' });
    await world.member(organizationId, userId, teamId, trunk.team);
    await world.member(founded, trunk.root.userId);
    await client.teamMembership.create({ data: { teamId, userId: trunk.root.userId, createdAt: now } });
    await world.token({ userId: ownerId }, { createdById: userId });
    await world.token({ teamId: trunk.team }, { createdById: userId });
    await world.token({ organizationId: founded }, { createdById: userId });

    const tags = [{ key: `tag-${index}`, value: 'v' }];
    const project = await services.projects.create(owner, world.organization, { name: `project-${index}`, tags });
    const { id } = await services.workspaces.create(owner, world.organization, {
      ...{ name: `space-${index}`, projectId: project.id, tags, vcsRepo: { identifier: `a/${index}` } },
    });
    const workspaceId = ids.workspace.require(id);
    for (const [team, workspace, access] of [
      [teamId, workspaceId, 'write'],
      [teamId, trunk.workspaceId, 'read'],
      [trunk.team, workspaceId, 'read'],
      [trunk.reader.team, workspaceId, 'read'],
    ] as const)
      await world.onWorkspace(team, workspace, { access, stateVersions: 'none' });
    for (const [team, on] of [
      [teamId, project.id],
      [teamId, trunk.projectId],
      [trunk.team, project.id],
      [trunk.reader.team, project.id],
    ] as const)
      await world.onProject(team, on, 'read');
    await services.consumers.change(owner, workspaceId, [this.#beside], 'add');
    await services.consumers.change(owner, trunk.workspaceId, [workspaceId], 'add');
    this.#beside = workspaceId;
    await this.#variables(index, project.id, workspaceId, trunk.workspaceId);
    await services.retentionPolicies.set(owner, { on: 'workspace', id }, { kind: 'delete-older', days: 30 });
    await world.turn();
    await this.#history(await world.caller({ userId }), workspaceId, index);
    this.#actors.push({ organizationId: founded, actorId: userId, actorName: `person-${index}` });
  }

  /** Without records: the latest ones are counted. */
  async #variables(index: number, projectId: string, ...workspaceIds: readonly string[]): Promise<void> {
    const { client, clock, database, seal, organizationId } = this.world;
    const store = new VariableStore({ client, rows: database, seal });
    const parts = { category: 'terraform', description: '', hcl: false, sensitive: false } as const;
    const given = { ...parts, key: `key_${index}`, value: Buffer.from('v'), now: clock.now() };
    await database.transaction(async (tx) => {
      const reserved = { id: ids.reservedTagKey.make(), organizationId, key: `reserved-${index}` };
      await tx.reservedTagKey.create({ data: { ...reserved, createdAt: given.now, updatedAt: given.now } });
      for (const id of workspaceIds) {
        await store.insert(tx, { workspaceId: id }, given);
        await tx.workspace.update({ where: { id }, data: { variableCount: { increment: 1 } } });
      }
      const stamps = { createdAt: given.now, updatedAt: given.now };
      const name = `set-${index}`;
      const set = { ...stamps, id: ids.variableSet.make(), organizationId, projectId, name, searchName: name };
      await tx.variableSet.create({ data: { ...set, variableCount: 1 } });
      await store.insert(tx, { variableSetId: set.id }, { ...given, key: `of_${name}` });
      const variableSetId = set.id;
      await tx.variableSetWorkspace.createMany({
        data: workspaceIds.map((workspaceId) => ({ variableSetId, workspaceId })),
      });
      await tx.variableSetProject.createMany({
        data: [projectId, this.trunk.projectId].map((each) => ({ variableSetId, projectId: each })),
      });
    });
  }

  /** Versions of the workspace by its own member, and one more of the long one. */
  async #history(member: Caller, workspaceId: WorkspaceId, index: number): Promise<void> {
    const { world, trunk } = this;
    const { services, client } = world;
    const configuration = await services.configurationVersions.create(member, { workspaceId });
    const run = await services.runs.create(member, { workspaceId, configurationVersionId: configuration.id });
    await services.locks.lock(member, workspaceId);
    const contentOf = (serial: number, count: number) =>
      stateOf(serial, {
        outputs: Object.fromEntries(
          Array.from({ length: count }, (_, at) => [`output_${at}`, { value: `${index}`, type: 'string' }]),
        ),
        resources: [resource('aws_vpc', `net_${index}`), ...(index % 2 === 0 ? [resource('aws_subnet', 'first')] : [])],
      });
    const version = await world.create(workspaceId, contentOf(1, 1), { runId: ids.run.require(run.id) }, member);
    const longer = await world.create(trunk.workspaceId, contentOf(index + 1, index + 1));
    const configured = await services.configurationVersions.create(world.owner, { workspaceId: trunk.workspaceId });
    const { workspaceId: long } = trunk;
    const later = await services.runs.create(world.owner, { workspaceId: long, configurationVersionId: configured.id });
    await world.settled();
    await services.rollback.rollback(member, workspaceId, version.id);
    const by = { createdById: member.userId };
    await client.stateVersion.update({
      where: { id: longer.id },
      data: { ...by, runId: later.id, rollbackOfId: this.#last },
    });
    await client.run.update({ where: { id: later.id }, data: by });
    this.#first ??= longer.id;
    this.#last = longer.id;
  }

  async #authority(index: number): Promise<void> {
    const { policies } = this.world;
    const { root } = this.trunk;
    const path = `mount-${index}`;
    await this.world.pki.mounts.create(root, path, {});
    await policies.write(root, `policy-${index}`, `path "${path}/*" { capabilities = ["read"] }`);
    for (const mount of ['pki', path]) await this.#issuer(mount, `part-${index}`);
    await this.#acrossMounts(index);
    await this.#irrevocableLease(path);
    await this.#method(index);
  }

  /** A method, and one more role of the first one. */
  async #method(index: number): Promise<void> {
    const { client, database, clock } = this.world;
    const stamps = { createdAt: clock.now(), updatedAt: clock.now() };
    const id = ids.authMethod.make();
    const path = `method-${index}`;
    const accountId = await database.transaction((tx) => openServiceAccount(tx, 'method', id, clock.now()));
    const method = { id, path, accessor: path, type: 'cert', config: '{}', salt: '', accountId };
    await client.authMethod.create({ data: { ...method, ...stamps } });
    const { id: methodId } = await client.authMethod.findUniqueOrThrow({ where: { path: 'method-0' } });
    const role = { id: ids.authRole.make(), methodId, name: path, definition: '{"rule":{"certificate":"pem"}}' };
    await client.authRole.create({ data: { ...role, ...stamps } });
  }

  async #issuer(mount: string, name: string): Promise<void> {
    const { roots, issuers, roles, issuance, revocations } = this.world.pki;
    const { root } = this.trunk;
    const given = { keyType: 'ec', issuerName: name, keyName: name, commonName: name, ttl: 86_400 * 365 };
    await roots.generate(root, mount, 'internal', given);
    await issuers.update(root, mount, name, { manualChain: ['self'] });
    await roles.write(
      root,
      { mount, name },
      {
        ...{ allowAnyName: true, keyType: 'ec', issuerRef: name },
        policyIdentifiers: [{ oid: '1.2.3' }],
      },
    );
    for (const commonName of [`kept.${name}.example`, `revoked.${name}.example`]) {
      const { serialNumber } = await issuance.issue(root, { mount, role: name }, { commonName, certMetadata: 'YQ==' });
      if (commonName.startsWith('revoked')) await revocations.revoke(root, mount, { serialNumber });
    }
    await this.#celRole(mount, name);
    await this.#acme(mount);
    await this.#cmp(mount);
    await this.#managedKey();
  }

  async #managedKey(): Promise<void> {
    const { client, clock } = this.world;
    const id = ids.managedKey.make();
    const place = { library: 'memory', slot: '', tokenLabel: 't', keyLabel: 'k', keyId: '', usages: 'sign,verify' };
    const how = { mechanism: 1, keyBits: 2048, curve: '', maxParallel: 1, anyMount: false, forceRwSession: false };
    const allowed = { allowGenerateKey: false, allowReplaceKey: false, allowStoreKey: false };
    const [createdAt, updatedAt] = [clock.now(), clock.now()];
    const data = { id, uuid: randomUUID(), name: id.toLowerCase(), ...place, ...how, ...allowed, createdAt, updatedAt };
    await client.managedKey.create({ data: { ...data, sealedPin: Buffer.from('pin') } });
  }

  async #irrevocableLease(mount: string): Promise<void> {
    const { client, clock } = this.world;
    const { id: mountId } = await client.mount.findUniqueOrThrow({ where: { path: mount } });
    const [issuedAt, path] = [clock.now(), `${mount}/issue/any`];
    const expiresAt = new Date(issuedAt.getTime() + 86_400_000);
    const why = { revokeError: 'its issuer is gone' };
    await client.lease.create({
      data: { id: `${path}/1`, mountId, serialNumber: '0a', issuedAt, expiresAt, path, ...why },
    });
  }

  async #cmp(mount: string): Promise<void> {
    const { client, clock } = this.world;
    const { id: mountId } = await client.mount.findUniqueOrThrow({ where: { path: mount } });
    const id = randomUUID();
    const times = { createdAt: clock.now(), expiresAt: new Date(clock.now().getTime() + 86_400_000) };
    await client.cmpSecret.create({
      data: { ...{ id, mountId, reference: id, sealedSecret: Buffer.from('key') }, ...times },
    });
  }

  async #acme(mount: string): Promise<void> {
    const { client, clock } = this.world;
    const { id: mountId } = await client.mount.findUniqueOrThrow({ where: { path: mount } });
    const key = { id: randomUUID(), mountId, directory: '', sealedKey: Buffer.from('key'), createdAt: clock.now() };
    await client.acmeEabKey.create({ data: key });
    await client.scepTransaction.create({ data: waitingRequest(mountId, clock.now()) });
    const account = { id: ids.acmeAccount.make(), mountId, directory: '', jwk: '{}', status: 'valid' };
    await client.acmeAccount.create({ data: { ...account, thumbprint: account.id, createdAt: clock.now() } });
    const certificate = await client.certificate.findFirst({ where: { mountId }, orderBy: { id: 'desc' } });
    const order = { id: ids.acmeOrder.make(), mountId, accountId: account.id, status: 'invalid', identifiers: '[]' };
    const about = { error: '{}', certificateId: certificate?.id ?? null };
    await client.acmeOrder.create({ data: { ...order, ...about, createdAt: clock.now(), expiresAt: clock.now() } });
    const proof = { id: ids.acmeAuthorization.make(), orderId: order.id, type: 'dns', value: 'a.example' };
    await client.acmeAuthorization.create({ data: { ...proof, status: 'invalid', token: 'token', error: '{}' } });
  }

  /** What a mount shares with others, without records: the latest ones are counted. */
  async #acrossMounts(index: number): Promise<void> {
    const { client, clock } = this.world;
    const { id: mountId, crlConfig } = await client.mount.findUniqueOrThrow({ where: { path: 'pki' } });
    const taking = { autoRebuild: true, unifiedCrl: true, crossClusterRevocation: true };
    const text = JSON.stringify({ ...readCrlConfig(crlConfig), ...taking });
    await client.mount.update({ where: { id: mountId }, data: { crlConfig: text, revision: { increment: 1 } } });
    const asked = { id: ids.revocationRequest.make(), mountId, requestedAt: clock.now(), requestedBy: 'root' };
    await client.revocationRequest.create({ data: { ...asked, serialNumber: (0x100000 + index).toString(16) } });
  }

  /** With a certificate, and without records: the latest ones are counted. */
  async #celRole(mount: string, name: string): Promise<void> {
    const { client, clock } = this.world;
    const now = clock.now();
    const { id: mountId } = await client.mount.findUniqueOrThrow({ where: { path: mount } });
    const program = JSON.stringify({ variables: [{ name: 'a', expression: '1' }], expression: "'none'" });
    await client.celRole.create({
      data: { id: ids.celRole.make(), mountId, name, program, createdAt: now, updatedAt: now },
    });
    const issued = await client.certificate.findFirstOrThrow({ where: { mountId, roleName: name } });
    const id = ids.certificate.make();
    const serialNumber = Buffer.from(id).toString('hex');
    await client.certificate.create({ data: { ...issued, id, serialNumber, roleName: celRoleName(name) } });
  }
}
