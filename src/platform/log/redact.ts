const hidden = '[redacted]';

/** Names whose values are never logged, in any case and punctuation. */
const secretNames = [
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'x-vault-token',
  'x-service-token',
  'token',
  'root-token',
  'secret',
  'password',
  'seal-key',
  'key-material',
  'private-key',
  'private-key-pem',
  'pem-bundle',
  'state',
  'json-state',
  'json-state-outputs',
];

const plainSecretNames = new Set(secretNames.map(plain));

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, '');
}

/** A copy without the values of secret names. Classes, errors and everything deeper than eight levels stay unchanged. */
export function redactFields(fields: object, depth = 0): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      plainSecretNames.has(plain(name)) && value !== undefined && value !== null ? hidden : redactValue(value, depth),
    ]),
  );
}

function redactValue(value: unknown, depth: number): unknown {
  if (depth >= 8 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => redactValue(item, depth + 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null ? redactFields(value, depth + 1) : value;
}

const spelledNames = secretNames.map((name) => name.replaceAll('-', '[-_]?')).join('|');

/** What reveals a secret inside a text: a mark that every such text contains (so that most texts need no further search), the pattern, and what replaces it. */
const patterns: readonly (readonly [mark: string, pattern: RegExp, kept: string])[] = [
  // JSON with a secret name, also if it is quoted inside another JSON text.
  ['":"', new RegExp(`("(?:${spelledNames})":")(?:[^"\\\\]|\\\\.)*`, 'gi'), `$1${hidden}`],
  [
    '\\":\\"',
    new RegExp(`(\\\\"(?:${spelledNames})\\\\":\\\\")(?:[^"\\\\]|\\\\\\\\(?:\\\\.|[^\\\\]))*`, 'gi'),
    `$1${hidden}`,
  ],
  // Our tokens: the part before the dot is the token's id, which helps to find its owner.
  ['.atlasv1.', /(\b[\w-]{1,64})\.atlasv1\.[\w.~+/=-]+/g, `$1.atlasv1.${hidden}`],
  // Calls with a token in their path, in any form.
  ['auth/token/', /(\bauth\/token\/(?:lookup|renew|revoke(?:-orphan)?)\/)[^\s"'\\<>?]+/g, `$1${hidden}`],
  // Signed URLs: the id tells which object it is; the rest of the path and the query may be the signature.
  ['/v1/object/', /(\/v1\/object\/[\w-]{1,20})[^\s"'\\<>]*/g, `$1…${hidden}`],
  ['=', /([?&](?:sig|signature|token|access_token|x-amz-[a-z-]+)=)[^&\s"'\\<>]+/gi, `$1${hidden}`],
  ['', /\b(bearer\s+)(?![\w-]+\.atlasv1\.)[\w.~+/=-]{8,}/gi, `$1${hidden}`],
  // A database URL's password.
  ['://', /(\b[a-z][a-z0-9+.-]*:\/\/[^\s:/@"']*:)[^\s@/"']+@/gi, `$1${hidden}@`],
  [
    '-----BEGIN ',
    /-----BEGIN ([A-Z ]*)PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|(?=")|$)/g,
    `$1PRIVATE KEY ${hidden}`,
  ],
];

/** A word, as most texts of records are: none but a token of ours gives a secret away by itself. */
const word = /^[\w:.-]*$/;

/** Hides tokens, signatures, passwords and private keys inside a text; `known` are secrets this process holds. */
export function redactText(text: string, known: readonly string[] = []): string {
  let clean = text;
  for (const secret of known) if (secret !== '') clean = clean.replaceAll(secret, hidden);
  if (word.test(clean) && !clean.includes('.atlasv1.')) return clean;
  for (const [mark, pattern, kept] of patterns) if (clean.includes(mark)) clean = clean.replaceAll(pattern, kept);
  return clean;
}
