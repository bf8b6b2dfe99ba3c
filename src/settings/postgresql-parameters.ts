const any = /^/;
const number = /^\d+$/;

/** What PostgreSQL's driver takes from a URL, and what of it: it ignores everything else without a word, and takes a value of `sslmode` that it does not know for none. */
const known: Readonly<Record<string, RegExp>> = {
  host: any,
  port: number,
  user: any,
  password: any,
  ssl: /^(?:true|1|0|no-verify)$/,
  sslmode: /^(?:disable|prefer|require|verify-ca|verify-full|no-verify)$/,
  sslcert: any,
  sslkey: any,
  sslrootcert: any,
  sslnegotiation: /^(?:postgres|direct)$/,
  uselibpqcompat: /^(?:true|false)$/,
  application_name: any,
  fallback_application_name: any,
  client_encoding: any,
  options: any,
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
