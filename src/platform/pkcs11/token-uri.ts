/** What the address of a secret key in a token says (RFC 7512). */
export interface TokenUri {
  /** A library that the operator has named. */
  readonly library: string;
  readonly slot: string | null;
  readonly tokenLabel: string | null;
  /** The label of the key. */
  readonly label: string;
  /** The PIN, or the absolute path of the file that it is in. */
  readonly pin: { readonly value: string } | { readonly file: string };
}

const inPath = ['token', 'object', 'slot-id', 'type'] as const;
const inQuery = ['module-name', 'pin-value', 'pin-source'] as const;

/** Attributes that may occur, each once. Undefined for others, and for percent signs that encode nothing. */
function attributes(text: string, separator: string, known: readonly string[]): Map<string, string> | undefined {
  const found = new Map<string, string>();
  for (const part of text === '' ? [] : text.split(separator)) {
    const [, name = '', encoded = ''] = /^([a-z-]+)=(.*)$/s.exec(part) ?? [];
    if (!known.includes(name) || found.has(name)) return undefined;
    try {
      found.set(name, decodeURIComponent(encoded));
    } catch {
      return undefined;
    }
  }
  return found;
}

/**
 * Reads `pkcs11:token=…;object=…?module-name=…&pin-source=file:…`: a library, a token, the label of a key, and where the PIN is. Undefined for anything else.
 */
export function readTokenUri(text: string): TokenUri | undefined {
  const [, path = '', query = ''] = /^pkcs11:([^?]*)\?(.*)$/s.exec(text) ?? [];
  const key = attributes(path, ';', inPath);
  const how = attributes(query, '&', inQuery);
  const [label, library] = [key?.get('object'), how?.get('module-name')];
  if (!key || !how || !label || !library || (key.get('type') ?? 'secret-key') !== 'secret-key') return undefined;
  const [slot, tokenLabel] = [key.get('slot-id') ?? null, key.get('token') ?? null];
  if ((slot === null && !tokenLabel) || (slot !== null && !/^\d{1,20}$/.test(slot))) return undefined;
  const pin = pinOf(how.get('pin-value'), how.get('pin-source'));
  return pin && { library, slot, tokenLabel: tokenLabel === '' ? null : tokenLabel, label, pin };
}

function pinOf(value: string | undefined, source: string | undefined): TokenUri['pin'] | undefined {
  if ((value === undefined) === (source === undefined)) return undefined;
  if (value !== undefined) return value === '' ? undefined : { value };
  const file = (source ?? '').replace(/^file:(?:\/\/(?=\/))?/, '');
  return file.startsWith('/') ? { file } : undefined;
}
