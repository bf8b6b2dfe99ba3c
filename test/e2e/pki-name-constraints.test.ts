import { beforeAll, describe, expect, test } from 'vitest';
import { authorityTools } from './harness/authority-tools.js';
import { onSharedServer } from './harness/site.js';

const { api, described, mount, openssl, verifies, withRoot } = authorityTools(onSharedServer());

const subject = { require_cn: false, enforce_hostnames: false, key_type: 'ec' };
const roles = {
  any: { ...subject, allow_any_name: true, allowed_uri_sans: '*' },
  inside: { ...subject, allow_any_name: true, organization: 'Inside', country: 'DE' },
  outside: { ...subject, allow_any_name: true, organization: 'Outside', country: 'DE' },
};

const notPermitted = 'is not permitted by the name constraints of CN=narrow';
const excluded = 'is excluded by the name constraints of CN=narrow';

/** A role and what is asked by it, and why it is refused; null where it is not, and openssl takes the certificate. */
type Leaf = readonly [role: keyof typeof roles, asked: object, fault: string | null];

/** Parameters of `sign-intermediate`; or a constraint on subjects, which has no parameter, in a request whose values are used. */
type Wish = Readonly<Record<string, string>> | { readonly inRequest: 'permitted' | 'excluded' };

let root: { path: string; certificate: string };
beforeAll(async () => {
  root = await withRoot();
});

const settings = (constraint: string) => `
[req]
distinguished_name = none
[none]
[wish]
nameConstraints = critical, ${constraint};dirName:inside
[inside]
C = DE
O = Inside
`;

/** A mount with an authority that is constrained so. */
async function narrow(wish: Wish) {
  const path = await mount();
  const { csr, key } = openssl.request(
    'ec:P-256',
    '/CN=narrow',
    ...('inRequest' in wish ? ['-config', openssl.file(settings(wish.inRequest)), '-reqexts', 'wish'] : []),
  );
  const given = 'inRequest' in wish ? { use_csr_values: true } : wish;
  const body = { csr, common_name: 'narrow', ttl: '1000h', ...given };
  const signed = (await api().write(`${root.path}/root/sign-intermediate`, body)).text('certificate');
  (await api().write(`${path}/config/ca`, { pem_bundle: `${signed}\n${key}` })).expect(200);
  for (const [name, role] of Object.entries(roles)) (await api().write(`${path}/roles/${name}`, role)).expect(200);
  return { path, certificate: signed };
}

describe('certificates are held to the name constraints of their authority', () => {
  test.each<readonly [Wish, readonly string[], readonly Leaf[]]>([
    [
      { permitted_dns_domains: 'inside.example', excluded_dns_domains: 'secret.inside.example' },
      ['Permitted:', 'DNS:inside.example', 'Excluded:', 'DNS:secret.inside.example'],
      [
        ['any', { common_name: 'inside.example' }, null],
        ['any', { common_name: 'a.b.inside.example' }, null],
        ['any', { common_name: 'a.outside.example' }, notPermitted],
        ['any', { common_name: 'a.inside.example', alt_names: 'b.outside.example' }, notPermitted],
        ['any', { common_name: 'secret.inside.example' }, excluded],
        ['any', { common_name: 'a.secret.inside.example' }, excluded],
        // Of another kind of name nothing is said.
        ['any', { alt_names: 'a@outside.example', ip_sans: '192.0.2.1' }, null],
      ],
    ],
    [
      { permitted_email_addresses: 'inside.example,.below.example,one@single.example' },
      ['email:inside.example', 'email:.below.example', 'email:one@single.example'],
      [
        ['any', { alt_names: 'somebody@inside.example' }, null],
        ['any', { alt_names: 'somebody@a.below.example' }, null],
        ['any', { alt_names: 'one@single.example' }, null],
        ['any', { alt_names: 'two@single.example' }, notPermitted],
        ['any', { alt_names: 'somebody@below.example' }, notPermitted],
        ['any', { alt_names: 'somebody@a.inside.example' }, notPermitted],
        ['any', { alt_names: 'somebody@inside.example,somebody@outside.example' }, notPermitted],
      ],
    ],
    [
      { excluded_email_addresses: 'outside.example' },
      ['Excluded:', 'email:outside.example'],
      [
        ['any', { alt_names: 'somebody@inside.example' }, null],
        ['any', { alt_names: 'somebody@outside.example' }, excluded],
      ],
    ],
    [
      { permitted_uri_domains: 'host.example,.below.example' },
      ['URI:host.example', 'URI:.below.example'],
      [
        ['any', { uri_sans: 'https://host.example/path' }, null],
        ['any', { uri_sans: 'https://a.below.example:8443/path' }, null],
        ['any', { uri_sans: 'https://a.host.example/' }, notPermitted],
        ['any', { uri_sans: 'https://host.example/,https://outside.example/' }, notPermitted],
      ],
    ],
    [
      { excluded_uri_domains: '.outside.example' },
      ['Excluded:', 'URI:.outside.example'],
      [
        ['any', { uri_sans: 'https://a.inside.example/' }, null],
        ['any', { uri_sans: 'https://a.outside.example/' }, excluded],
      ],
    ],
    [
      { permitted_ip_ranges: '192.0.2.0/24,2001:db8::/32' },
      ['IP:192.0.2.0/255.255.255.0', 'IP:2001:DB8:0:0:0:0:0:0/FFFF:FFFF:0:0:0:0:0:0'],
      [
        ['any', { ip_sans: '192.0.2.255' }, null],
        ['any', { ip_sans: '2001:db8:ffff::1' }, null],
        ['any', { ip_sans: '192.0.3.0' }, notPermitted],
        ['any', { ip_sans: '2001:db9::1' }, notPermitted],
        ['any', { ip_sans: '192.0.2.1,198.51.100.1' }, notPermitted],
      ],
    ],
    [
      { excluded_ip_ranges: '10.0.0.0/8,::/0' },
      ['Excluded:', 'IP:10.0.0.0/255.0.0.0'],
      [
        ['any', { ip_sans: '11.0.0.1' }, null],
        ['any', { ip_sans: '10.255.0.1' }, excluded],
        ['any', { ip_sans: '2001:db8::1' }, excluded],
      ],
    ],
    [
      { inRequest: 'permitted' },
      ['DirName:C = DE, O = Inside'],
      [
        ['inside', { common_name: 'a' }, null],
        ['outside', { common_name: 'a' }, notPermitted],
        ['any', { common_name: 'a' }, notPermitted],
      ],
    ],
    [
      { inRequest: 'excluded' },
      ['Excluded:', 'DirName:C = DE, O = Inside'],
      [
        ['outside', { common_name: 'a' }, null],
        ['inside', { common_name: 'a' }, excluded],
      ],
    ],
  ])('%j', async (wish, shown, leaves) => {
    const { path, certificate } = await narrow(wish);
    expect(verifies(certificate, root.certificate)).toMatchObject({ ok: true });
    const text = described(certificate, '-text');
    expect(text).toContain('X509v3 Name Constraints: critical');
    for (const part of shown) expect(text).toContain(part);
    for (const [role, asked, fault] of leaves) {
      const answer = await api().write(`${path}/issue/${role}`, asked);
      if (fault !== null) {
        expect(answer.refusal).toMatchObject({ status: 400, text: expect.stringContaining(fault) as string });
        continue;
      }
      const { ok, said } = verifies(answer.text('certificate'), root.certificate, certificate);
      expect({ asked, ok, said }).toMatchObject({ asked, ok: true });
    }
  });
});
