import type { Choices } from './choices.js';
import type { Papers } from './site.js';

/** Values that are right, by the name of their field in snake case; what is not here is a word. */
export function readyValue(name: string, choices: Choices, papers: Papers): unknown {
  const known = table(papers)[name];
  if (known !== undefined) return choices.one(known);
  if (/(?:^|_)(?:ttl|duration|expiry|interval|buffer|period)$/.test(name))
    return choices.one<unknown>(['1h', 3600, '60', '720h']);
  if (
    /^(?:allow|use|require|enforce|exclude|no|is|can|auto|force|generate|enable|disable|manage|read|include)_/.test(
      name,
    )
  )
    return choices.chance(50);
  if (/_(?:flag|template|enabled|disable)$/.test(name)) return choices.chance(50);
  return choices.one<unknown>(['word', 'a.example.com', '{{unique}}']);
}

const table = (papers: Papers): Readonly<Record<string, readonly unknown[]>> => ({
  common_name: ['a.example.com', 'b.a.example.com'],
  alt_names: ['c.example.com,d.example.com', ['e.example.com']],
  ip_sans: ['192.0.2.1', '2001:db8::1'],
  uri_sans: ['urn:x', 'https://example.com'],
  other_sans: ['1.3.6.1.4.1.311.20.2.3;UTF8:a@b'],
  csr: papers.requests,
  certificate: papers.certificates,
  pem_bundle: [
    ...papers.certificates,
    `${papers.certificates.join('')}${papers.lists.join('')}${papers.keys.join('')}`,
  ],
  private_key: papers.keys,
  crls: [[...papers.lists]],
  serial_number: ['{{serial}}', '01:02:03'],
  issuer_ref: ['default', '{{issuer}}'],
  ref: ['default', '{{issuer}}'],
  key_ref: ['default', '{{key}}'],
  default: ['{{issuer}}'],
  issuer_name: ['{{unique}}'],
  key_name: ['{{unique}}'],
  key_type: ['ec', 'ed25519'],
  key_bits: [0, 256, 384],
  signature_bits: [0, 256],
  max_path_length: [-1, 0, 3],
  format: ['pem', 'der', 'pem_bundle'],
  private_key_format: ['der', 'pkcs8'],
  allowed_domains: [['example.com'], 'example.com,{{identity.entity.id}}'],
  key_usage: [['DigitalSignature', 'KeyAgreement']],
  ext_key_usage: [['TimeStamping']],
  ext_key_usage_oids: ['1.3.6.1.4.1.99999.7'],
  policy_identifiers: [['1.3.6.1.4.1.99999.1'], [{ oid: '1.3.6.1.4.1.99999.1', cps: 'http://example.com/cps' }]],
  not_after: ['2030-01-01T00:00:00Z'],
  not_before: ['2026-01-01T00:00:00Z'],
  revoked_certs: [[{ serial_number: '01:02', revocation_time: '2026-01-01T00:00:00Z' }]],
  extensions: [[{ id: '1.2.3.4', critical: false, value: 'AAAA' }]],
  crl_number: [7],
  delta_crl_base_number: [-1, 3],
  manual_chain: [['{{issuer}}']],
  usage: ['read-only,issuing-certificates,crl-signing', ['issuing-certificates']],
  leaf_not_after_behavior: ['err', 'truncate', 'permit'],
  crl_distribution_points: ['http://example.com/crl'],
  issuing_certificates: [['http://example.com/ca']],
  ocsp_servers: ['http://example.com/ocsp'],
  policy: [
    'path "a/*" { capabilities = ["read"] }',
    'path "pki/issue/+" { capabilities = ["create", "update"] allowed_parameters = { "ttl" = ["1h"] "*" = [] } }',
  ],
  rules: ['path "a" { capabilities = ["deny"] }'],
  policies: [['default'], 'default'],
  paths: [['{{mount}}/issue/web', 'sys/mounts']],
  path: ['{{mount}}/issue/web'],
  meta: [{ a: 'b' }],
  type: ['pki'],
  config: [{ max_lease_ttl: '87600h' }],
  options: [{}],
  increment: [60],
  num_uses: [3],
  lease_id: ['{{mount}}/issue/web/abc'],
  id: ['{{workspace}}', '{{version}}', '{{team}}', '{{issuer}}', '{{mount}}'],
  ids: [['{{workspace}}', '{{version}}', '{{issuer}}']],
  organization: ['{{organization}}'],
  workspace_id: ['{{workspace}}'],
  workspace_ids: [['{{workspace}}']],
  project_id: ['{{project}}'],
  team_id: ['{{team}}'],
  team_ids: [['{{team}}']],
  user: ['{{user}}'],
  users: [['{{username}}']],
  usernames: [['{{username}}']],
  username: ['{{username}}'],
  email: ['a@example.com'],
  mount: ['{{mount}}'],
  mount_path: ['{{mount}}'],
  role: ['web'],
  issuer: ['{{issuer}}'],
  key: ['{{key}}', 'k'],
  version_id: ['{{version}}'],
  state_version_id: ['{{version}}'],
  first: [1, 50, 100],
  last: [5],
  page: [1, 2],
  page_size: [1, 100],
  name: ['{{unique}}', 'web'],
  tags: [[{ key: 'k', value: 'v' }]],
  reason: ['a reason', 'KEY_COMPROMISE'],
});
