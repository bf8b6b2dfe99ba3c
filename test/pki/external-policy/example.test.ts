import { X509Certificate } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { policyService } from '../../../examples/external-policy/service.js';
import { certificateOf } from '../../gateway/http/secure.js';
import { openLive } from '../../gateway/rest/live.js';
import type { Live } from '../../gateway/rest/live.js';
import { csrPem } from '../policy/made.js';

/** docs/external-policy.md, "Try it". */
let live: Live;
const own = certificateOf('example');
const service = policyService({ cert: own.certificate, key: own.key });
beforeAll(async () => {
  live = await openLive({ TRUSTATE_OUTBOUND_ALLOW: '127.0.0.0/8' });
  await live.vault('POST', 'pki/root/generate/internal', { common_name: 'Root', key_type: 'ec' });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const { port } = service.address() as AddressInfo;
  await live.vault('POST', 'pki/config/external-policy', {
    enabled: true,
    external_service_url: `https://localhost:${port}/`,
    trusted_leaf_certificate_bundle: own.certificate,
  });
});
afterAll(async () => {
  service.close();
  service.closeAllConnections();
  await live.close();
});

test('the example decides by its rules', async () => {
  const ask = (path: string, body: object) => live.vault('POST', `pki/external-policy/${path}`, body);
  const issued = await ask('issue/web', { common_name: 'shop.internal.example', key_type: 'ec' });
  expect(issued.status).toBe(200);
  const { certificate } = (issued.body as { data: { certificate: string } }).data;
  expect(new X509Certificate(certificate)).toMatchObject({
    subject: 'CN=shop.internal.example',
    subjectAltName: 'DNS:shop.internal.example',
    issuer: 'CN=Root',
  });
  const signed = await ask('sign/web', { csr: await csrPem(), common_name: 'a.internal.example' });
  expect(signed.status).toBe(200);
  for (const [path, body, why] of [
    ['issue/other', { common_name: 'shop.internal.example' }, 'only the policy web is known'],
    ['issue/web', { common_name: 'evil.example' }, 'common_name must be a name below internal.example'],
    ['sign-intermediate', { csr: await csrPem() }, 'authorities are not made here'],
  ] as const)
    expect(await ask(path, { key_type: 'ec', ...body })).toMatchObject({ status: 400, body: { errors: [why] } });
});
