import type { GeneralName } from '../x509/index.js';

/** The names of a certificate by kind, as in the column `names` and in searches. */
export interface CertificateNames {
  readonly dns: readonly string[];
  readonly email: readonly string[];
  readonly ip: readonly string[];
  readonly uri: readonly string[];
  /** `<oid>;UTF8:<value>`, and the text of names of other kinds. */
  readonly other: readonly string[];
}

export type NameKind = keyof CertificateNames;

export const nameKinds: readonly NameKind[] = ['dns', 'email', 'ip', 'uri', 'other'];

export function namesOf(names: readonly GeneralName[]): CertificateNames {
  const found: Record<NameKind, string[]> = { dns: [], email: [], ip: [], uri: [], other: [] };
  for (const name of names) {
    switch (name.type) {
      case 'otherName':
        found.other.push(`${name.oid};UTF8:${name.value}`);
        break;
      case 'directoryName':
        found.other.push(name.name.toString());
        break;
      case 'registeredId':
        found.other.push(name.oid);
        break;
      // Kinds that nobody searches for.
      case 'otherNameDer':
      case 'unread':
        break;
      default:
        found[name.type].push(name.value);
    }
  }
  return found;
}

/** The text of the column; kinds without a name are left out. */
export const writeNames = (names: CertificateNames): string =>
  JSON.stringify(
    Object.fromEntries(nameKinds.flatMap((kind) => (names[kind].length > 0 ? [[kind, names[kind]]] : []))),
  );

export function readNames(text: string): CertificateNames {
  const stored: unknown = JSON.parse(text);
  const fields =
    typeof stored === 'object' && stored !== null ? new Map<string, unknown>(Object.entries(stored)) : null;
  const of = (kind: NameKind): string[] => {
    const list = fields?.get(kind);
    return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : [];
  };
  return { dns: of('dns'), email: of('email'), ip: of('ip'), uri: of('uri'), other: of('other') };
}

/** Longer names are compared only by their beginnings: an index of PostgreSQL stores about 2,700 octets. */
const longestColumn = 500;

/**
 * A name in the form of an indexed column, for storing and for searching. PostgreSQL does not store NUL, and a certificate that was signed verbatim may contain
 * one.
 */
export const columnText = (name: string): string => name.replaceAll('\0', '\ufffd').slice(0, longestColumn);

/** A name as a row for searches. */
export interface SearchName {
  readonly kind: 'cn' | 'below' | NameKind;
  /** Lower case. */
  readonly name: string;
}

/** A name with more labels than any real one is only indexed below its nearest domains. */
const mostParents = 10;

/** Case does not matter. */
export const searchedName = (name: string): string => columnText(name.toLowerCase());

/** The rows of a certificate: its common name, its names, and the domains above its host names and mailboxes. */
export function searchNames(commonName: string, names: CertificateNames): SearchName[] {
  const rows = new Map<string, SearchName>();
  const add = (kind: SearchName['kind'], text: string): void => {
    const name = searchedName(text);
    if (name !== '') rows.set(`${kind} ${name}`, { kind, name });
  };
  add('cn', commonName);
  for (const kind of nameKinds) for (const name of names[kind]) add(kind, name);
  for (const host of [...names.dns, ...names.email.map((address) => address.slice(address.lastIndexOf('@')))]) {
    for (const parent of domainsAbove(host)) add('below', parent);
  }
  return [...rows.values()];
}

/** `a.b.example.com` is below `b.example.com`, `example.com` and `com`; `@example.com` is below `example.com`. */
function domainsAbove(host: string): string[] {
  const labels = host.replace('@', '@.').split('.');
  return labels.slice(1, mostParents + 1).map((_label, index) => labels.slice(index + 1).join('.'));
}
