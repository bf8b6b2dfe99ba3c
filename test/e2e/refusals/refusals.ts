import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { authorityTools } from '../harness/authority-tools.js';
import { rowsOf } from '../harness/rows.js';
import type { Server } from '../harness/server.js';
import type { Site } from '../harness/site.js';

/** What is sent to a path below the mount, and the words that it is refused with. Defaults to 400. */
export type Case = readonly [
  what: string,
  at: string,
  sent: (given: Given) => object | Promise<object>,
  text: string | RegExp,
  status?: number,
];

type Tools = ReturnType<typeof authorityTools<Server>>;

/** What bad input is made from. */
export interface Given {
  readonly api: Tools['api'];
  readonly openssl: Tools['openssl'];
  /** The mount. */
  readonly path: string;
  /** Another authority. */
  readonly foreign: { readonly path: string; readonly certificate: string };
  /** A certificate of the mount, with its key. */
  readonly leaf: { readonly certificate: string; readonly key: string };
  /** A signing request. */
  readonly csr: (kind?: string, ...more: readonly string[]) => string;
}

const roles = {
  strict: {
    allowed_domains: 'example.com',
    allow_subdomains: true,
    key_type: 'ec',
    no_store_metadata: true,
    allow_ip_sans: false,
  },
  plain: { allow_any_name: true, allow_wildcard_certificates: false, key_type: 'ec' },
  any: { allow_any_name: true, key_type: 'any', enforce_hostnames: false },
  wide: { allow_any_name: true, key_type: 'ec', allowed_uri_sans: '*' },
  p384: { allow_any_name: true, key_type: 'ec', key_bits: 384 },
  rsa: { allow_any_name: true },
};

/** One test a case: refused in these words, and nothing of the authority has changed. */
export type DescribeRefusals = (title: string, cases: readonly Case[]) => Tools;

/** @param site nobody else's: every row of it is counted */
export const refusalsOn =
  (site: { get: Site<Server> }): DescribeRefusals =>
  (title, cases) =>
    describeRefusals(site, title, cases);

function describeRefusals(site: { get: Site<Server> }, title: string, cases: readonly Case[]): Tools {
  const tools = authorityTools(site);
  const { api, openssl, withRoot } = tools;
  const csr = (kind = 'ec:P-256', ...more: readonly string[]) =>
    openssl.request(kind, '/CN=asked.example.com', ...more).csr;
  let given: Given;
  beforeAll(async () => {
    const { path } = await withRoot({ ttl: '2000h' });
    const foreign = await withRoot();
    for (const [name, role] of Object.entries(roles)) (await api().write(`${path}/roles/${name}`, role)).expect(200);
    const asked = openssl.request('ec:P-256');
    const signed = await api().write(`${path}/sign/any`, { csr: asked.csr, common_name: 'kept.example.com' });
    const leaf = { certificate: signed.text('certificate'), key: asked.key };
    given = { api, openssl, path, foreign, leaf, csr };
  });

  async function snapshot(path: string) {
    const lists = ['certs', 'certs/revoked', 'issuers', 'keys', 'roles'];
    const listed = await Promise.all(lists.map((list) => api().list(`${path}/${list}`)));
    const configs = ['crl', 'urls', 'issuers', 'keys'];
    const read = await Promise.all(configs.map((each) => api().read(`${path}/config/${each}`)));
    const shown = [...listed.map(({ document }) => document.data), ...read.map(({ data }) => data)];
    return { shown, rows: rowsOf(tools.site.get.server) };
  }

  let last: Awaited<ReturnType<typeof snapshot>> | undefined;
  /** What the last case left, unless rows came or went since: what a case makes for itself. */
  const untouched = async (path: string) =>
    last && isDeepStrictEqual(last.rows, rowsOf(tools.site.get.server)) ? last : snapshot(path);

  const attempts = 3;

  describe(title, () => {
    for (const [what, at, sent, text, status = 400] of cases)
      test(what, async () => {
        const { path } = given;
        const words = typeof text === 'string' ? text : (expect.stringMatching(text) as string);
        // What the server does by itself meanwhile, such as a CRL that is due, it does once: what a refusal leaves, it leaves each time.
        for (let attempt = 1; ; attempt += 1) {
          const body = await sent(given);
          const before = await untouched(path);
          const { refusal } = await api().write(`${path}/${at}`, body);
          expect(refusal).toEqual({ status, text: words });
          last = await snapshot(path);
          if (attempt < attempts && !isDeepStrictEqual(last, before)) continue;
          expect(last).toEqual(before);
          break;
        }
      });
  });
  return tools;
}
