/** Where the sealed values of a purpose are stored. */
export type SealedPlace =
  /** In a column of a table. The value is bound to the column `id`. */
  | { readonly kind: 'column'; readonly table: string; readonly column: string }
  /** At the end of each object in the object store. */
  | { readonly kind: 'objects' }
  /** In files of each server's data folder, which its start seals again. */
  | { readonly kind: 'files'; readonly files: readonly string[] }
  /** In columns of a table with one row: HMACs of public values, which prove that nobody else changed them. */
  | { readonly kind: 'ends'; readonly table: string; readonly columns: readonly string[] };

/**
 * Everything that is sealed, by purpose. The seal accepts no other purpose, so nothing can be sealed that is not here, and nothing is forgotten when a master
 * key is removed: counting and sealing again use this table, purpose by purpose.
 */
export const sealedPlaces = {
  'issuer-key': { kind: 'column', table: 'IssuerKey', column: 'sealedKey' },
  'external-policy-key': { kind: 'column', table: 'ExternalPolicy', column: 'sealedKey' },
  'managed-key-pin': { kind: 'column', table: 'ManagedKey', column: 'sealedPin' },
  'certificate-metadata': { kind: 'column', table: 'CertificateMetadata', column: 'sealedMetadata' },
  'cmp-secret': { kind: 'column', table: 'CmpSecret', column: 'sealedSecret' },
  'acme-eab-key': { kind: 'column', table: 'AcmeEabKey', column: 'sealedKey' },
  'ocsp-delegate': { kind: 'column', table: 'OcspDelegate', column: 'sealedKey' },
  'state-output': { kind: 'column', table: 'StateVersionOutput', column: 'sealedValue' },
  variable: { kind: 'column', table: 'Variable', column: 'sealedValue' },
  'webhook-secret': { kind: 'column', table: 'Webhook', column: 'sealedSecret' },
  'wrapped-answer': { kind: 'column', table: 'WrappedAnswer', column: 'sealedAnswer' },
  object: { kind: 'objects' },
  'server-key': { kind: 'files', files: ['tls/server.key', 'tls/ca.key'] },
  'audit-chain': { kind: 'ends', table: 'AuditChain', columns: ['endSeal', 'beginningSeal'] },
} as const satisfies Readonly<Record<string, SealedPlace>>;

export type SealPurpose = keyof typeof sealedPlaces;

type OfKind<Kind extends SealedPlace['kind']> = {
  [Purpose in SealPurpose]: (typeof sealedPlaces)[Purpose]['kind'] extends Kind ? Purpose : never;
}[SealPurpose];

/** A purpose of a stored HMAC. */
export type EndsPurpose = OfKind<'ends'>;
/** A purpose of a sealed secret. */
export type WrapPurpose = Exclude<SealPurpose, EndsPurpose>;
export type WrappedPlace = Exclude<SealedPlace, { readonly kind: 'ends' }>;

const isPurpose = (name: string): name is SealPurpose => Object.hasOwn(sealedPlaces, name);

/** In the order in which they are sealed again: the most important first. */
export const sealPurposes: readonly SealPurpose[] = Object.keys(sealedPlaces).filter(isPurpose);

/** A column of secrets. */
export interface SealedColumn {
  readonly purpose: WrapPurpose;
  readonly table: string;
  readonly column: string;
}

export const isWrapPurpose = (purpose: SealPurpose): purpose is WrapPurpose => sealedPlaces[purpose].kind !== 'ends';

export const sealedColumns: readonly SealedColumn[] = sealPurposes.filter(isWrapPurpose).flatMap((purpose) => {
  const place: WrappedPlace = sealedPlaces[purpose];
  return place.kind === 'column' ? [{ purpose, table: place.table, column: place.column }] : [];
});
