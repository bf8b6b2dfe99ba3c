/** A text about parameters, which Vault's API and GraphQL spell differently. */
export interface Wording {
  readonly inVault: string;
  readonly inGraphql: string;
}

/** What is said to a caller: a plain text is the same in both. */
export type Said = string | Wording;

export const inVault = (said: Said): string => (typeof said === 'string' ? said : said.inVault);
export const inGraphql = (said: Said): string => (typeof said === 'string' ? said : said.inGraphql);

/** `allowed_uri_sans` → `allowedUriSans` */
export type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

/** From the names of Vault's documentation to those of GraphQL and the code. */
export function camel<const Name extends string>(name: Name): Camel<Name>;
export function camel(name: string): string {
  return name.replaceAll(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());
}

/** From the names of GraphQL and the code to those of Vault's documentation: `altNames` → `alt_names` */
export const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * A text in both spellings; names of parameters are given as {@link parameter}.
 * @example worded`${parameter('max_crl_entries')} must be -1, for no limit, or more`
 */
export function worded(parts: TemplateStringsArray, ...values: readonly (Said | number)[]): Wording {
  const filled = (spell: (said: Said) => string) =>
    String.raw({ raw: parts }, ...values.map((value) => (typeof value === 'number' ? value : spell(value))));
  return { inVault: filled(inVault), inGraphql: filled(inGraphql) };
}

/** A parameter by the name that Vault's API gives it. */
export const parameter = (name: string): Wording => ({ inVault: name, inGraphql: camel(name) });

/** A parameter by the name of its field in GraphQL. */
export const fieldName = (name: string): Wording => ({ inVault: snake(name), inGraphql: name });
