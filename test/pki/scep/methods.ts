import { randomBytes } from 'node:crypto';
import { definitionOf, newCertificateRule, newTerms } from '../../../src/identity/auth-methods/auth-role.js';
import { untuned } from '../../../src/identity/auth-methods/auth-method.js';
import type { MethodType } from '../../../src/identity/auth-methods/auth-method.js';
import { hashSecret, newSalt, saltOf } from '../../../src/identity/auth-methods/secret-hashes.js';
import { openServiceAccount } from '../../../src/identity/organizations/found.js';
import { sha256 } from '../../../src/identity/tokens/token-text.js';
import { nameHash } from '../../../src/pki/issuers/authority-view.js';
import type { Certificate } from '../../../src/pki/x509/index.js';
import { encodePem } from '../../../src/pki/x509/index.js';
import type { Database } from '../../../src/platform/database/database.js';
import { ids } from '../../../src/platform/ids.js';

const hourMs = 3_600_000;

async function method(database: Database, type: MethodType, now: Date) {
  const id = ids.authMethod.make();
  const accessor = `auth_${type}_${randomBytes(4).toString('hex')}`;
  const salt = newSalt();
  await database.transaction(async (tx) => {
    const accountId = await openServiceAccount(tx, 'method', id, now);
    const stamps = { createdAt: now, updatedAt: now };
    await tx.authMethod.create({
      data: { id, accessor, path: accessor, type, config: JSON.stringify(untuned), salt, accountId, ...stamps },
    });
  });
  return { id, accessor, salt };
}

/** Methods for routers: a challenge for all of them, challenges for one request, and certificates of an issuer. Who signs in has the policy `scep`. */
export async function signInMethods(database: Database, now: Date, issuer: Certificate, challenge: string) {
  const { client } = database;
  const stamps = { createdAt: now, updatedAt: now };
  const role = async (data: { methodId: string; name: string; secretHash: string | null }, certificate?: string) => {
    const id = ids.authRole.make();
    const rule = certificate === undefined ? {} : { rule: { ...newCertificateRule, certificate } };
    const definition = definitionOf({ terms: { ...newTerms, policies: ['scep'] }, ...rule });
    await client.authRole.create({ data: { id, definition, ...data, ...stamps } });
    return id;
  };
  const challenges = await method(database, 'scep', now);
  const certificates = await method(database, 'cert', now);
  const secretHash = await hashSecret(challenge, saltOf(challenges.salt));
  const routers = await role({ methodId: challenges.id, name: 'routers', secretHash });
  const devices = { methodId: certificates.id, name: 'devices', secretHash: null };
  const roleId = await role(devices, encodePem('CERTIFICATE', issuer.der));
  const trust = { id: ids.authTrust.make(), methodId: certificates.id, roleId };
  await client.authTrust.create({ data: { ...trust, subjectHash: nameHash(issuer.subject) } });
  return {
    challenges: challenges.accessor,
    certificates: certificates.accessor,
    /** A challenge for one request. */
    async oneTime(text: string): Promise<void> {
      const expiresAt = new Date(now.getTime() + hourMs);
      const made = { id: ids.authChallenge.make(), methodId: challenges.id, roleId: routers, hash: sha256(text) };
      await client.authChallenge.create({ data: { ...made, createdAt: now, expiresAt } });
    },
  };
}
