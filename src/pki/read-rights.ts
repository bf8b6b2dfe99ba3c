import { requireCaller } from '../identity/context.js';
import { askedOnce, guardFields, isWhole } from '../platform/graphql/guarded.js';
import type { PkiContext } from './context.js';
import {
  holdsAny,
  requireOne,
  toList,
  toReadCelRole,
  toReadIssuer,
  toReadKey,
  toReadManagedKey,
  toReadMetadata,
  toReadRole,
  toReadRoleOf,
} from './rights.js';
import type { Referred, Right } from './rights.js';

type RightsOf = (object: object, context: PkiContext) => Promise<readonly [Right, ...Right[]]>;

/** The permissions for the fields of an object. Fields that are neither listed here nor open need those of `''`. */
type Fields = Readonly<Record<string, RightsOf>> & { readonly '': RightsOf };

function guard(type: string, open: readonly string[], fields: Fields): void {
  guardFields(type, open, (object, field, context) => {
    if (!isPkiContext(context)) throw new TypeError(`${type}.${field} is asked for outside of a request`);
    const named = Object.hasOwn(fields, field) ? field : '';
    return askedOnce(object, named, async () => {
      const caller = requireCaller(context);
      await requireOne(context.identity.policies, caller, await (fields[named] ?? fields[''])(object, context));
    });
  });
}

const isPkiContext = (context: unknown): context is PkiContext =>
  typeof context === 'object' && context !== null && 'pki' in context && 'identity' in context;

function text(object: object, name: string): string {
  const value: unknown = Reflect.get(object, name);
  return typeof value === 'string' ? value : '';
}
const referred = (object: object): Referred => ({
  id: text(object, 'id'),
  uuid: text(object, 'uuid'),
  name: text(object, 'name'),
  isDefault: Reflect.get(object, 'isDefault') === true,
});

const readIssuer = (issuer: object): Promise<[Right]> =>
  Promise.resolve([toReadIssuer(text(issuer, 'mountPath'), referred(issuer))]);

/** Whether the caller may read what REST shows at `issuer/:ref`, without a refusal in the response. */
export const mayReadIssuer = async (issuer: object, { caller, identity: { policies } }: PkiContext): Promise<boolean> =>
  isWhole(issuer) || (caller !== null && (await holdsAny(policies, caller, await readIssuer(issuer))));

const mountOfKey = async (key: object, { pki }: PkiContext): Promise<string> =>
  (await pki.load.mountById.load(text(key, 'mountId')))?.path ?? '';

/**
 * What REST shows to callers with a token that may read it, and what GraphQL reaches in more ways. As in REST, the certificate of an issuer and its place in
 * the list are public, and a list shows names.
 */
guard(
  'Issuer',
  [
    ...['id', 'uuid', 'name', 'isDefault', 'isRoot', 'mountPath'],
    ...['certificate', 'chain', 'serialNumber', 'subject', 'commonName', 'notBefore', 'notAfter', 'subjectKeyId'],
    // These check for themselves, or lead to public data.
    ...['crl', 'key', 'mount', 'certificates'],
  ],
  { '': readIssuer },
);

const readKey: RightsOf = async (key, context) => [toReadKey(await mountOfKey(key, context), referred(key))];
const knowKey: RightsOf = async (key, context) => {
  const mount = await mountOfKey(key, context);
  return [toList(mount, 'keys'), toReadKey(mount, referred(key))];
};
guard('IssuerKey', ['id', 'uuid', 'mount', 'issuers'], {
  name: knowKey,
  isDefault: knowKey,
  managedKeyName: knowKey,
  managedKeyUuid: knowKey,
  '': readKey,
});

/** A list shows only names. */
guard('ManagedKey', ['id', 'name'], {
  '': (key) => Promise.resolve([toReadManagedKey(text(key, 'name'))]),
});

guard('Role', ['id', 'name', 'mountPath', 'mount', 'certificates'], {
  '': (role) => Promise.resolve([toReadRole(text(role, 'mountPath'), text(role, 'name'))]),
});

guard('CelRole', ['id', 'name', 'mountPath', 'mount', 'certificates'], {
  '': (role) => Promise.resolve([toReadCelRole(text(role, 'mountPath'), text(role, 'name'))]),
});

/** A list shows which certificates have metadata. */
guard('CertificateMetadata', ['mountPath', 'serialNumber'], {
  '': (metadata) => Promise.resolve([toReadMetadata(text(metadata, 'mountPath'), text(metadata, 'serialNumber'))]),
});

const knowRole: RightsOf = (certificate) => {
  const mount = text(certificate, 'mountPath');
  return Promise.resolve([
    toReadRoleOf(mount, text(certificate, 'roleName')),
    toList(mount, 'certs'),
    toList(mount, 'roles'),
  ]);
};
/** Certificates are public, but the role under which one was issued is not. */
const openOfCertificate = [
  ...['id', 'mountPath', 'serialNumber', 'certificate', 'names', 'commonName', 'keyType', 'keyBits'],
  ...[
    'notBefore',
    'notAfter',
    'issuedAt',
    'revokedAt',
    'status',
    'issuerId',
    'issuer',
    'mount',
    'role',
    'revocation',
    'metadata',
  ],
  // The content of the certificate.
  ...['subject', 'issuerName', 'keyUsages', 'extKeyUsages', 'extKeyUsageOids', 'basicConstraints', 'urls'],
  ...['subjectKeyId', 'authorityKeyId', 'publicKeyAlgorithm', 'signatureAlgorithm', 'fingerprints'],
] as const;
guard('Certificate', openOfCertificate, { '': knowRole });
