/** Where what is sealed for a purpose lies. */
export type SealedPlace =
  /** In a column of a table, whose column `id` it is bound to. */
  | { readonly kind: 'column'; readonly table: string; readonly column: string }
  /** At the end of each object in the object store. */
  | { readonly kind: 'objects' }
  /** In files of the data folder of each server, which its start seals anew. */
  | { readonly kind: 'files'; readonly files: readonly string[] };

/**
 * All that is sealed, by what it is sealed for. The seal takes no other purpose, so what is not here cannot be sealed, and is never forgotten when a master key
 * is to go.
 */
export const sealedPlaces = {
  'issuer-key': { kind: 'column', table: 'IssuerKey', column: 'sealedKey' },
  'ocsp-delegate': { kind: 'column', table: 'OcspDelegate', column: 'sealedKey' },
  'state-output': { kind: 'column', table: 'StateVersionOutput', column: 'sealedValue' },
  object: { kind: 'objects' },
  'server-key': { kind: 'files', files: ['tls/server.key', 'tls/ca.key'] },
} as const satisfies Readonly<Record<string, SealedPlace>>;

export type SealPurpose = keyof typeof sealedPlaces;

const isPurpose = (name: string): name is SealPurpose => Object.hasOwn(sealedPlaces, name);

/** In the order in which they are moved to another key: what is needed most first. */
export const sealPurposes: readonly SealPurpose[] = Object.keys(sealedPlaces).filter(isPurpose);

/** A column of secrets. */
export interface SealedColumn {
  readonly purpose: SealPurpose;
  readonly table: string;
  readonly column: string;
}

export const sealedColumns: readonly SealedColumn[] = sealPurposes.flatMap((purpose) => {
  const place: SealedPlace = sealedPlaces[purpose];
  return place.kind === 'column' ? [{ purpose, table: place.table, column: place.column }] : [];
});
