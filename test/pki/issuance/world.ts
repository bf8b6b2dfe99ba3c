import { createHash, randomUUID } from 'node:crypto';
import pino from 'pino';
import { JobRunner } from '../../../src/platform/jobs/job-runner.js';
import { JobStore } from '../../../src/platform/jobs/job.store.js';
import { ids } from '../../../src/platform/ids.js';
import { Seal } from '../../../src/platform/seal/seal.js';
import { MountAccess } from '../../../src/pki/access.js';
import { AuthorityChanges } from '../../../src/pki/changes.js';
import { KeyPool } from '../../../src/pki/keys/key-pool.js';
import { createIssuance } from '../../../src/pki/issuance/services.js';
import { Authorities } from '../../../src/pki/issuers/authorities.js';
import { keySealPurpose } from '../../../src/pki/keys/key-seal-purpose.js';
import { nameHash } from '../../../src/pki/issuers/authority-view.js';

import { parseCertificate, privateKeyDer, serialNumberBytes } from '../../../src/pki/x509/index.js';
import {
  intermediateFields,
  issueFields,
  roleFields,
  signFields,
  verbatimFields,
} from '../../../src/pki/policy/index.js';
import { given } from '../policy/made.js';
import type { LooseInput } from '../policy/made.js';
import { openWorld } from '../../identity/world.js';
import { certifyAuthority, day, type Holder, type KeyKind } from '../x509/authority.js';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export interface IssuerWish {
  readonly name?: string;
  readonly leafNotAfterBehavior?: string;
  readonly usage?: string;
  readonly urls?: object;
  readonly isDefault?: boolean;
  /** Made in the mount, not imported. */
  readonly generated?: boolean;
  /** Its chain, nearest first. */
  readonly above?: readonly PlacedIssuer[];
}

export interface PlacedIssuer {
  readonly id: string;
  readonly holder: Holder;
}

/** Roles, issuance and certificates over a database of their own. The clock stands still at the time of the test's start. */
export async function openIssuanceWorld() {
  const base = await openWorld();
  base.clock.advance(Math.floor(Date.now() / 1000) * 1000 - base.clock.now().getTime());
  const { database, client, clock } = base;
  const seal = new Seal({ current: Buffer.alloc(32, 7), earlier: [] });
  const jobs = new JobStore({ database, clock });
  const authorities = new Authorities({ database, seal });
  const keys = new KeyPool({ failed: (error) => base.failures.push(error) });
  const issuance = createIssuance({
    ...base,
    ...{ keys, authorities, seal, changes: new AuthorityChanges(base), log: pino({ level: 'silent' }) },
    access: new MountAccess({ policies: base.policies, authorities }),
    jobs,
    wake: () => {
      runner.wake();
    },
    failed: (error) => base.failures.push(error),
  });
  const runner: JobRunner = new JobRunner({
    store: jobs,
    kinds: issuance.jobKinds,
    clock,
    log: pino({ level: 'silent' }),
  });
  const root = await base.root();

  const world = {
    ...base,
    ...issuance.services,
    keys: issuance.keys,
    authorities,
    rootCaller: root,
    async mount(path = 'pki', data: object = {}): Promise<string> {
      const id = ids.mount.make();
      const now = clock.now();
      await client.mount.create({ data: { id, path, accessor: `pki_${id}`, createdAt: now, updatedAt: now, ...data } });
      return id;
    },
    /** An authority with its key, as an issuer of a mount. Defaults to the default one. */
    async place(mountId: string, holder: Holder, wish: IssuerWish = {}): Promise<PlacedIssuer> {
      const { certificate, publicKey } = holder;
      const { spec } = publicKey;
      const fingerprint = sha256(publicKey.der);
      const known = await client.issuerKey.findFirst({ where: { mountId, fingerprint } });
      const [id, keyId] = [ids.issuer.make(), known?.id ?? ids.key.make()];
      const key = {
        ...{ id: keyId, uuid: randomUUID(), mountId, keyType: spec.type },
        keyBits: spec.type === 'ed25519' ? 0 : spec.bits,
        publicKey: new Uint8Array(publicKey.der),
        fingerprint,
        sealedKey: new Uint8Array(seal.wrap(keySealPurpose, privateKeyDer(holder.privateKey, 'pkcs8'), keyId)),
        createdAt: clock.now(),
      };
      if (!known) await client.issuerKey.create({ data: key });
      await client.issuer.create({
        data: {
          ...{ id, uuid: randomUUID(), mountId, keyId, name: wish.name ?? null, createdAt: clock.now() },
          certificate: new Uint8Array(certificate.der),
          fingerprint: sha256(certificate.der),
          serialNumber: serialNumberBytes(certificate.serialNumber).toString('hex'),
          subjectHash: nameHash(certificate.subject),
          issuerHash: nameHash(certificate.issuer),
          notBefore: certificate.notBefore,
          notAfter: certificate.notAfter,
          chain: JSON.stringify([id, ...(wish.above ?? []).map((each) => each.id)]),
          urls: JSON.stringify(wish.urls ?? {}),
          generated: wish.generated ?? false,
          ...(wish.leafNotAfterBehavior !== undefined && { leafNotAfterBehavior: wish.leafNotAfterBehavior }),
          ...(wish.usage !== undefined && { usage: wish.usage }),
        },
      });
      const settings = wish.isDefault === false ? {} : { defaultIssuerId: id };
      await client.mount.update({ where: { id: mountId }, data: { revision: { increment: 1 }, ...settings } });
      return { id, holder };
    },
    /** Mount `pki` with a root whose key is of a kind. */
    async simple(key: KeyKind = 'ec-256', wish: IssuerWish = {}): Promise<PlacedIssuer & { readonly mountId: string }> {
      const mountId = await world.mount();
      const holder = await certifyAuthority({
        key,
        content: { notAfter: new Date(clock.now().getTime() + 3650 * day) },
      });
      return { mountId, ...(await world.place(mountId, holder, wish)) };
    },
    role: (name: string, input: LooseInput, mount = 'pki') =>
      issuance.services.roles.write(root, { mount, name }, given(roleFields, input)),
    issue: (role: string, input: LooseInput, issuerRef?: string) =>
      issuance.services.issuance.issue(root, { mount: 'pki', role, issuerRef }, given(issueFields, input)),
    sign: (role: string, input: LooseInput, issuerRef?: string) =>
      issuance.services.issuance.sign(root, { mount: 'pki', role, issuerRef }, given(signFields, input)),
    verbatim: (input: LooseInput, role?: string, issuerRef?: string) =>
      issuance.services.issuance.signVerbatim(root, { mount: 'pki', role, issuerRef }, given(verbatimFields, input)),
    intermediate: (input: LooseInput, issuerRef?: string) =>
      issuance.services.issuance.signIntermediate(root, { mount: 'pki', issuerRef }, given(intermediateFields, input)),
    /** Until the jobs have nothing left to do. */
    async settled() {
      await issuance.start();
      await runner.idle();
    },
    stored: () => client.certificate.count(),
    async end() {
      issuance.close();
      await runner.close();
      await base.close();
    },
  };
  return world;
}

export type IssuanceWorld = Awaited<ReturnType<typeof openIssuanceWorld>>;

/** The first certificate of a PEM text, read. */
export const readPem = (pem: string) =>
  parseCertificate(Buffer.from((/BEGIN CERTIFICATE-----([^-]+)/.exec(pem)?.[1] ?? '').replaceAll(/\s/g, ''), 'base64'));
