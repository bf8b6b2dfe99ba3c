import { createHash, randomUUID } from 'node:crypto';
import type { TransactionClient } from '../../platform/database/database.js';
import type { IssuerRow, MountRow } from '../../platform/database/models.js';
import { ids } from '../../platform/ids.js';
import { inTurns } from '../../platform/turns.js';
import { columnText } from '../certificates/names.js';
import { nameTaken } from '../changes.js';
import { keyFingerprint } from '../keys/key.store.js';
import { bareSerial, isSelfSigned, parseCertificate } from '../x509/index.js';
import type { Certificate } from '../x509/index.js';
import { idsOf, nameHash, subjectKeyIdOf } from './authority-view.js';
import { buildChains } from './chains.js';
import type { Link } from './chains.js';
import { adoptFormer } from './former-issuers.js';
import { issuerUsages } from './usages.js';

const fingerprintOf = (der: Uint8Array): string => createHash('sha256').update(der).digest('hex');

export interface NewIssuer {
  readonly certificate: Certificate;
  readonly name: string | null;
  readonly now: Date;
  /** Generated beforehand if its certificate contains it. */
  readonly uuid?: string;
  /** A root that is generated here, not imported. */
  readonly generated?: boolean;
  /** Empty to choose what suits its key. */
  readonly revocationSignatureAlgorithm?: string;
}

export interface KeptIssuer {
  readonly issuer: IssuerRow;
  readonly isNew: boolean;
}

/** An authority whose key usage does not include CRLs cannot sign them. */
function usagesOf({ extensions }: Certificate): string {
  const signsCrls = extensions.keyUsage?.includes('crlSign') ?? true;
  return issuerUsages.filter((usage) => usage !== 'crl-signing' || signsCrls).join(',');
}

/** Stores an issuer, and links the key of the mount that belongs to it, if there is one. An existing certificate is found. */
export async function keepIssuer(
  tx: TransactionClient,
  mountId: string,
  { certificate, name, now, uuid = randomUUID(), generated = false, revocationSignatureAlgorithm = '' }: NewIssuer,
): Promise<KeptIssuer> {
  const fingerprint = fingerprintOf(certificate.der);
  const known = await tx.issuer.findUnique({ where: { mountId_fingerprint: { mountId, fingerprint } } });
  if (known) return { issuer: known, isNew: false };
  const key = await tx.issuerKey.findUnique({
    where: { mountId_fingerprint: { mountId, fingerprint: keyFingerprint(certificate.publicKey) } },
    select: { id: true },
  });
  const { subject, extensions } = certificate;
  const issuer = await tx.issuer.create({
    data: {
      id: ids.issuer.make(),
      uuid,
      mountId,
      name,
      fingerprint,
      generated,
      createdAt: now,
      keyId: key?.id ?? null,
      certificate: new Uint8Array(certificate.der),
      serialNumber: bareSerial(certificate.serialNumber),
      subjectHash: nameHash(subject),
      issuerHash: nameHash(certificate.issuer),
      commonName: columnText(subject.commonName ?? ''),
      notBefore: certificate.notBefore,
      notAfter: certificate.notAfter,
      subjectKeyId: subjectKeyIdOf(certificate).toString('hex'),
      authorityKeyId: extensions.authorityKeyIdentifier?.keyIdentifier?.toString('hex') ?? '',
      usage: usagesOf(certificate),
      revocationSignatureAlgorithm,
    },
  });
  await adoptFormer(tx, mountId, issuer.id, certificate);
  return { issuer, isNew: true };
}

/** Links keys to the issuers that have their public keys. */
export async function linkKeys(
  tx: TransactionClient,
  mountId: string,
  keys: readonly { readonly id: string; readonly fingerprint: string }[],
) {
  if (keys.length === 0) return;
  const byFingerprint = new Map(keys.map(({ id, fingerprint }) => [fingerprint, id]));
  const without = await tx.issuer.findMany({ where: { mountId, keyId: null } });
  for await (const { id, certificate } of inTurns(without)) {
    const keyId = byFingerprint.get(keyFingerprint(parseCertificate(certificate).publicKey));
    if (keyId !== undefined) await tx.issuer.update({ where: { id }, data: { keyId } });
  }
}

/** Rebuilds the chains of a mount after every change of its issuers. */
export async function rebuildChains(tx: TransactionClient, mountId: string): Promise<void> {
  const rows = await tx.issuer.findMany({ where: { mountId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
  const links: Link[] = [];
  for await (const { id, certificate, manualChain } of inTurns(rows))
    links.push({ id, certificate: parseCertificate(certificate), manualChain: idsOf(manualChain) });
  const chains = await buildChains(links);
  // Statements run in this thread on SQLite: awaiting them does not let others run.
  for await (const row of inTurns(rows)) {
    const chain = JSON.stringify(chains.get(row.id) ?? [row.id]);
    if (chain !== row.chain) await tx.issuer.update({ where: { id: row.id }, data: { chain } });
  }
}

/**
 * The default issuer after new issuers: the first that can sign, if the mount has none; the latest, if the default follows the latest.
 * @param withoutKey whether an issuer that cannot sign is accepted too
 * @returns warnings
 */
export async function settleDefault(
  tx: TransactionClient,
  mount: Pick<MountRow, 'id' | 'defaultIssuerId' | 'defaultFollowsLatestIssuer'>,
  came: readonly IssuerRow[],
  { withoutKey = false }: { withoutKey?: boolean } = {},
): Promise<readonly string[]> {
  const able = came.filter(({ keyId }) => keyId !== null);
  const set = (id: string) => tx.mount.update({ where: { id: mount.id }, data: { defaultIssuerId: id } });
  if (mount.defaultIssuerId === null) {
    const first = able[0] ?? (withoutKey ? came[0] : undefined);
    if (first) await set(first.id);
    return [];
  }
  if (!mount.defaultFollowsLatestIssuer) return [];
  const [latest, ...others] = able;
  if (latest && others.length === 0) await set(latest.id);
  return others.length === 0
    ? []
    : [
        'Default issuer left unchanged: could not select new issuer automatically as multiple imported issuers had key material',
      ];
}

/** The warning about a mount with roots and intermediates, which Vault's documentation discourages. Issuers that cannot sign do not count. */
export async function mixtureWarnings(tx: TransactionClient, mountId: string): Promise<readonly string[]> {
  const able = await tx.issuer.findMany({
    where: { mountId, keyId: { not: null } },
    select: { certificate: true },
  });
  let roots = 0;
  for await (const { certificate } of inTurns(able)) if (isSelfSigned(parseCertificate(certificate))) roots += 1;
  return roots === 0 || roots === able.length
    ? []
    : [
        'This mount holds root and intermediate authorities beside each other; it is strongly encouraged to keep each kind in a mount of its own.',
      ];
}

/** Checks early, before a key is generated in vain; the constraint of the database decides. @throws NAME_TAKEN */
export async function requireFreeName(
  tx: TransactionClient,
  mountId: string,
  what: 'issuer' | 'key',
  name: string | null,
): Promise<void> {
  if (name === null) return;
  const where = { mountId, name };
  const taken = what === 'issuer' ? await tx.issuer.findFirst({ where }) : await tx.issuerKey.findFirst({ where });
  if (taken) throw nameTaken(what);
}
