import { Name } from '../../../src/pki/x509/index.js';
import { certifyAuthority, day, type Holder, type KeyKind } from '../x509/authority.js';
import { opensslFolder } from '../x509/openssl.js';
import { openIssuanceWorld, type PlacedIssuer } from './world.js';

/** An authority that lasts for ten years. */
export const authority = (key: KeyKind, name: string, issuer?: Holder) =>
  certifyAuthority({
    key,
    subject: Name.of({ commonName: name }),
    content: { notAfter: new Date(Date.now() + 3650 * day) },
    ...(issuer && { issuer }),
  });

/** A root, what is below it, and three roots of other kinds of keys below it, in one mount, with roles. */
export async function openIssuers() {
  const world = await openIssuanceWorld();
  const mountId = await world.mount();
  const root = await world.place(mountId, await authority('ec-384', 'Root'), { name: 'root', isDefault: false });
  const below = await world.place(mountId, await authority('rsa-2048', 'Below', root.holder), {
    name: 'below',
    above: [root],
  });
  for (const kind of ['ec-256', 'ec-521', 'ed25519'] as const)
    await world.place(mountId, await authority(kind, kind, root.holder), {
      name: kind,
      above: [root],
      isDefault: false,
    });
  await world.role('ec', { allow_any_name: true, key_type: 'ec' });
  await world.role('any', { allow_any_name: true, key_type: 'any', enforce_hostnames: false });
  await world.role('unstored', { allow_any_name: true, key_type: 'ec', no_store: true });
  return { world, root, below };
}

/** What openssl says of a certificate of an issuer below a root. */
export const verified = (pem: string, issuer: PlacedIssuer, root: PlacedIssuer): string => {
  const { put, tryOpenssl } = opensslFolder();
  put('root.pem', root.holder.pem);
  put('issuer.pem', issuer.holder.pem);
  put('leaf.pem', pem);
  const chain = issuer === root ? [] : ['-untrusted', 'issuer.pem'];
  return tryOpenssl('verify', '-x509_strict', '-CAfile', 'root.pem', ...chain, 'leaf.pem').output.trim();
};
