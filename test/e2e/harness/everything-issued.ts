import { openMount } from './authority.js';
import type { OpenSsl } from './openssl.js';
import type { VaultApi } from './vault.js';

/** Something that was issued, in PEM. */
export interface Issued {
  readonly what: string;
  readonly kind: 'certificate' | 'request' | 'crl';
  readonly pem: string;
  /** The certificate of who signed it; its own where nobody else did. */
  readonly signer?: string;
}

const urls = {
  issuing_certificates: 'http://ca.example.com/ca',
  crl_distribution_points: 'http://ca.example.com/crl',
  delta_crl_distribution_points: 'http://ca.example.com/crl/delta',
  ocsp_servers: 'http://ca.example.com/ocsp',
};
const everySubject = {
  ou: 'Unit,Other Unit',
  organization: 'Örgänization',
  country: 'DE',
  locality: 'Köln',
  province: 'NRW',
  street_address: 'Domkloster 4',
  postal_code: '50667',
};
const open = { allow_any_name: true, enforce_hostnames: false, require_cn: false, allowed_user_ids: '*' };
const everyName = {
  common_name: 'a.example.com',
  alt_names: '*.example.com,xn--bcher-kva.example,somebody@example.com',
  ip_sans: '192.0.2.1,2001:db8::1',
  uri_sans: 'https://example.com/x,urn:uuid:x',
  other_sans: '1.3.6.1.4.1.311.20.2.3;UTF8:jemand@example.com',
  serial_number: 'A7-42',
  user_ids: 'one,two',
};

/** Roles, and what is asked by each. */
const leaves: Readonly<Record<string, { role: object; asked: object }>> = {
  'one name': { role: {}, asked: { common_name: 'a.example.com' } },
  'names of every kind, and a whole subject': {
    role: { ...everySubject, allowed_uri_sans: '*', allowed_other_sans: '*', allowed_serial_numbers: '*' },
    asked: everyName,
  },
  'no subject': { role: {}, asked: { alt_names: 'a.example.com' } },
  'no alternative name': { role: {}, asked: { common_name: 'Somebody', exclude_cn_from_sans: true } },
  'usages, policies, constraints': {
    role: {
      code_signing_flag: true,
      email_protection_flag: true,
      ext_key_usage: 'TimeStamping',
      ext_key_usage_oids: '1.3.6.1.4.1.99999.7',
      key_usage: 'DigitalSignature,ContentCommitment,DecipherOnly,KeyAgreement',
      policy_identifiers: [{ oid: '1.3.6.1.4.1.99999.1', cps: 'http://example.com/cps', notice: 'Gelesen: ja' }],
      basic_constraints_valid_for_non_ca: true,
    },
    asked: { common_name: 'a.example.com' },
  },
  'no usages': {
    role: { key_usage: [], server_flag: false, client_flag: false },
    asked: { common_name: 'a.example.com' },
  },
  'the last second that there is': { role: {}, asked: { common_name: 'a', not_after: '9999-12-31T23:59:59Z' } },
  'the first second of 2050': { role: {}, asked: { common_name: 'a', not_after: '2050-01-01T00:00:00Z' } },
  'the last second of 2049': { role: {}, asked: { common_name: 'a', not_after: '2049-12-31T23:59:59Z' } },
};

const keyKinds = [
  ['rsa', 2048],
  ['rsa', 3072],
  ['ec', 224],
  ['ec', 256],
  ['ec', 384],
  ['ec', 521],
  ['ed25519', 0],
] as const;

/** Everything that an authority makes, of every kind of key. */
export async function everythingIssued(api: VaultApi, openssl: OpenSsl): Promise<readonly Issued[]> {
  const shown: Issued[] = [];
  const show = (kind: Issued['kind'], what: string, pem: string, signer?: string) => {
    shown.push({ kind, what, pem, ...(signer !== undefined && { signer }) });
    return pem;
  };
  const certified = async (what: string, path: string, body: object) => {
    const answer = await api.write(path, body);
    show('certificate', what, answer.text('certificate'), answer.text('issuing_ca'));
    return answer;
  };

  for (const [key_type, key_bits] of keyKinds) {
    const [name, path] = [`${key_type} ${key_bits}`, `gallery-${key_type}-${key_bits}`];
    await openMount(api, path);
    (await api.write(`${path}/config/urls`, urls)).expect(200);
    const wish = { common_name: `${name} root`, key_type, key_bits, ttl: '87000h' };
    const root = await certified(`root, ${name}`, `${path}/root/generate/internal`, wish);
    (await api.write(`${path}/roles/leaf`, { ...open, key_type, key_bits })).expect(200);
    const leaf = await certified(`leaf, ${name}`, `${path}/issue/leaf`, { common_name: 'a.example.com' });
    if (key_type === 'rsa') {
      (await api.write(`${path}/roles/pss`, { ...open, use_pss: true, signature_bits: 384 })).expect(200);
      await certified(`leaf signed with PSS, ${name}`, `${path}/issue/pss`, { common_name: 'a.example.com' });
    }
    (await api.write(`${path}/revoke`, { serial_number: leaf.text('serial_number') })).expect(200);
    const crl = (await api.read(`${path}/crl/pem`)).answer.text;
    show('crl', `CRL, ${name}`, crl, root.text('certificate'));
    const asked = await api.write(`${path}/intermediate/generate/internal`, { ...wish, ...everySubject });
    show('request', `request for an intermediate, ${name}`, asked.text('csr'));
  }

  const path = 'gallery-ec-256';
  const root = (await api.read(`${path}/cert/ca`)).text('certificate');
  await api.patch(`${path}/issuer/default`, { leaf_not_after_behavior: 'permit' });
  for (const [what, { role, asked }] of Object.entries(leaves)) {
    (await api.write(`${path}/roles/leaf`, { ...open, key_type: 'ec', ...role })).expect(200);
    await certified(`leaf, ${what}`, `${path}/issue/leaf`, asked);
  }
  const { csr } = openssl.request('ec:P-384', '/CN=asked.example.com', '-addext', 'keyUsage=critical,digitalSignature');
  await certified('signed verbatim', `${path}/sign-verbatim`, { csr });
  await certified('intermediate', `${path}/root/sign-intermediate`, { csr, common_name: 'between' });
  await certified('constrained intermediate', `${path}/root/sign-intermediate`, {
    ...{ csr, common_name: 'between', max_path_length: 0, ...everySubject },
    ...{ permitted_dns_domains: '.example.com,example.org', excluded_dns_domains: 'secret.example.com' },
    ...{ permitted_ip_ranges: '192.0.2.0/24,2001:db8::/32', excluded_ip_ranges: '10.0.0.0/8' },
    ...{ permitted_email_addresses: 'example.com', excluded_email_addresses: 'root@example.com' },
    ...{ permitted_uri_domains: '.example.com', excluded_uri_domains: 'secret.example.com' },
  });
  const elsewhere = (await api.read('gallery-ec-384/cert/ca')).text('certificate');
  await certified('self-issued, for a new root', `${path}/root/sign-self-issued`, { certificate: elsewhere });
  const { answer } = await api.read(`${path}/crl/pem`);
  for (const delta of [-1, 50]) {
    const body = { crl_number: 51, delta_crl_base_number: delta, crls: [answer.text] };
    const crl = await api.write(`${path}/issuer/default/resign-crls`, body);
    show('crl', delta < 0 ? 'CRL signed again' : 'delta CRL', crl.text('crl'), root);
  }
  return shown;
}
