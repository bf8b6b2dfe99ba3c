/** Where what is sealed for a purpose lies. */
export type SealedPlace =
  /** In a column of a table, whose column `id` it is bound to. */
  | { readonly kind: 'column'; readonly table: string; readonly column: string }
  /** At the end of each object in the object store. */
  | { readonly kind: 'objects' }
  /** In files of the data folder of each server, which its start seals again. */
  | { readonly kind: 'files'; readonly files: readonly string[] }
  /** In columns of a table with one row: HMACs of what others may read, which tell that nobody else has changed it. */
  | { readonly kind: 'ends'; readonly table: string; readonly columns: readonly string[] };

/**
 * All that is sealed, by what it is sealed for. The seal takes no other purpose, so what is not here cannot be sealed, and is never forgotten when a master key
 * is to go: what is counted and what is moved to another key is this table, purpose by purpose.
 */
export const sealedPlaces = {
  'issuer-key': { kind: 'column', table: 'IssuerKey', column: 'sealedKey' },
  'ocsp-delegate': { kind: 'column', table: 'OcspDelegate', column: 'sealedKey' },
  'state-output': { kind: 'column', table: 'StateVersionOutput', column: 'sealedValue' },
  object: { kind: 'objects' },
  'server-key': { kind: 'files', files: ['tls/server.key', 'tls/ca.key'] },
  'audit-chain': { kind: 'ends', table: 'AuditChain', columns: ['endSeal', 'beginningSeal'] },
} as const satisfies Readonly<Record<string, SealedPlace>>;

export type SealPurpose = keyof typeof sealedPlaces;

type OfKind<Kind extends SealedPlace['kind']> = {
  [Purpose in SealPurpose]: (typeof sealedPlaces)[Purpose]['kind'] extends Kind ? Purpose : never;
}[SealPurpose];

/** What an HMAC that is kept may be made for. */
export type EndsPurpose = OfKind<'ends'>;
/** What a secret may be wrapped for. */
export type WrapPurpose = Exclude<SealPurpose, EndsPurpose>;
export type WrappedPlace = Exclude<SealedPlace, { readonly kind: 'ends' }>;

const isPurpose = (name: string): name is SealPurpose => Object.hasOwn(sealedPlaces, name);

/** In the order in which they are moved to another key: what is needed most first. */
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
