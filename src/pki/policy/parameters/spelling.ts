/** `allowed_uri_sans` → `allowedUriSans` */
export type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

/** From the names of Vault's documentation to those of GraphQL and the code. */
export function camel<const Name extends string>(name: Name): Camel<Name>;
export function camel(name: string): string {
  return name.replaceAll(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());
}
