const anyText = /^/;
const number = /^\d+$/;

/**
 * What is of use of all that PostgreSQL's driver takes from a URL, and what of it. What the driver does not know it ignores without a word, and it takes a value of
 * `sslmode` that it does not know for none.
 */
const known: Readonly<Record<string, RegExp>> = {
  host: anyText,
  port: number,
  user: anyText,
  password: anyText,
  ssl: /^(?:true|1|0|no-verify)$/,
  sslmode: /^(?:disable|prefer|require|verify-ca|verify-full|no-verify)$/,
  sslcert: anyText,
  sslkey: anyText,
  sslrootcert: anyText,
  sslnegotiation: /^(?:postgres|direct)$/,
  uselibpqcompat: /^(?:true|false)$/,
  application_name: anyText,
  fallback_application_name: anyText,
  client_encoding: anyText,
  options: anyText,
  statement_timeout: number,
  lock_timeout: number,
  idle_in_transaction_session_timeout: number,
  query_timeout: number,
  // Ignored, as it changes nothing that matters: URLs of other programs have them.
  schema: /^public$/,
  connect_timeout: number,
  channel_binding: /^(?:disable|prefer)$/,
  gssencmode: /^(?:disable|prefer)$/,
  target_session_attrs: /^any$/,
};

/** What of a URL's parameters would be ignored, as the rest of a sentence; `null` if nothing would be. */
export function ignoredParameter(url: URL): string | null {
  for (const [name, value] of url.searchParams) {
    const shape = Object.hasOwn(known, name) ? known[name] : undefined;
    if (shape?.test(value) === true) continue;
    // A password with an unescaped question mark may be among them.
    const shown = /^\w+$/.test(name) && !url.search.includes('@') ? `the parameter ${name}` : 'a parameter';
    return `has ${shown}${shape ? ' with a value' : ''} that is not understood`;
  }
  return null;
}
