import { describe, expect, test } from 'vitest';
import { authorityTools } from './harness/authority-tools.js';
import { onSharedServer } from './harness/site.js';

const { api, crlText, raw, withRoot } = authorityTools(onSharedServer());

const forbidden = { status: 403, text: 'permission denied' };

async function tokenWith(...policies: readonly string[]): Promise<string> {
  const { answer } = (await api().write('auth/token/create', { policies })).expect(200);
  const { auth } = JSON.parse(answer.text) as { auth: { client_token: string } };
  return auth.client_token;
}

async function policy(name: string, text: string, method = 'PUT') {
  (await api().send(method, `sys/policies/acl/${name}`, { policy: text })).expect(204);
  return tokenWith(name);
}

describe('sudo', () => {
  test.each([
    ['["update"]', 403, 200],
    ['["update", "sudo"]', 200, 200],
    ['["sudo"]', 403, 403],
  ])(
    'with %s, sign-self-issued of the default issuer answers %d, of a named one %d',
    async (held, atRoot, atIssuer) => {
      const { path, certificate, id } = await withRoot();
      const token = await policy(
        'self-issuing',
        `path "${path}/root/sign-self-issued" { capabilities = ${held} }
       path "${path}/issuer/+/sign-self-issued" { capabilities = ${held} }`,
      );
      const as = api().as(token);
      const root = await as.write(`${path}/root/sign-self-issued`, { certificate });
      expect(root.status).toBe(atRoot);
      if (atRoot === 403) expect(root.answer.text).toBe('{"errors":["permission denied"]}');
      expect((await as.write(`${path}/issuer/${id}/sign-self-issued`, { certificate })).status).toBe(atIssuer);
    },
  );

  test.each([
    ['["delete"]', 403],
    ['["delete", "sudo"]', 200],
  ])('with %s, deleting the root answers %d', async (held, status) => {
    const { path } = await withRoot();
    const token = await policy('deleting', `path "${path}/root" { capabilities = ${held} }`);
    expect((await api().as(token).delete(`${path}/root`)).status).toBe(status);
    expect((await api().list(`${path}/issuers`)).status).toBe(status === 403 ? 200 : 404);
  });
});

describe('policies', () => {
  const hcl = (path: string) => `# One role, and another one never
path "${path}/issue/*" {
  capabilities = ["update"]
}
path "${path}/issue/other" { capabilities = ["deny"] }`;
  const json = (path: string) =>
    JSON.stringify({
      path: {
        [`${path}/issue/*`]: { capabilities: ['update'] },
        [`${path}/issue/other`]: { capabilities: ['deny'] },
      },
    });

  test.each([
    ['HCL', 'PUT', hcl],
    ['HCL', 'POST', hcl],
    ['JSON', 'PUT', json],
    ['JSON', 'POST', json],
  ] as const)('in %s, by %s: written, read as they were, and hold at once', async (_form, method, of) => {
    const { path } = await withRoot();
    await api().write(`${path}/roles/other`, { allow_any_name: true, key_type: 'ec' });
    const token = await policy('some', of(path), method);
    expect((await api().read('sys/policies/acl/some')).data).toEqual({ name: 'some', policy: of(path) });
    expect((await api().list('sys/policies/acl')).texts('keys')).toContain('some');
    const body = { common_name: 'a' };
    (await api().as(token).write(`${path}/issue/any`, body)).expect(200);
    expect((await api().as(token).write(`${path}/issue/other`, body)).refusal).toEqual(forbidden);
    (
      await api().send(method, 'sys/policies/acl/some', {
        policy: `path "${path}/issue/*" { capabilities = ["deny"] }`,
      })
    ).expect(204);
    expect((await api().as(token).write(`${path}/issue/any`, body)).refusal).toEqual(forbidden);
    expect((await api().delete('sys/policies/acl/some')).status).toBe(204);
    expect((await api().read('sys/policies/acl/some')).refusal).toEqual({ status: 404, text: '' });
  });

  test('a rule for one path holds in GraphQL too, however the mount is spelled there', async () => {
    const { path } = await withRoot();
    await api().write(`${path}/roles/other`, { allow_any_name: true, key_type: 'ec' });
    const text = `path "${path}/*" { capabilities = ["update", "read", "list"] }
      path "${path}/issue/other" { capabilities = ["deny"] }`;
    const token = await policy('spelled', text);
    const query = `mutation ($input: IssueCertificateInput!) {
      issueCertificate(input: $input) { issuedCertificate { serialNumber } problems { code } }
    }`;
    const codes: unknown[] = [];
    for (const mount of [path, `${path}/`, `/${path}`]) {
      const variables = { input: { mount, role: 'other', commonName: 'a' } };
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const answer = await fetch(`${api().base}/graphql`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ query, variables }),
      });
      const { data } = (await answer.json()) as { data: { issueCertificate: { problems: { code: string }[] } } };
      codes.push(data.issueCertificate.problems[0]?.code);
    }
    expect(codes).toEqual(['PERMISSION_DENIED', 'PERMISSION_DENIED', 'PERMISSION_DENIED']);
  });
});

test('GraphQL names the field of the input that a rule refuses', async () => {
  const { path } = await withRoot();
  await api().write(`${path}/roles/narrow`, { allowed_domains: 'example.com', key_type: 'ec' });
  const query = `mutation ($input: IssueCertificateInput!) {
    issueCertificate(input: $input) { issuedCertificate { serialNumber } problems { code field } }
  }`;
  const answer = await fetch(`${api().base}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${api().token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: { input: { mount: path, role: 'narrow', commonName: 'a.example.org' } } }),
  });
  const problems = [{ code: 'REQUEST_REFUSED', field: ['commonName'] }];
  expect(await answer.json()).toMatchObject({ data: { issueCertificate: { issuedCertificate: null, problems } } });
});

test.each(['root/generate', 'issuers/generate/root'])(
  'a deny of %s holds for both paths of the operation',
  async (denied) => {
    const { path } = await withRoot();
    const token = await policy(
      'both-paths',
      `path "${path}/*" { capabilities = ["update"] }
     path "${path}/${denied}/*" { capabilities = ["deny"] }`,
    );
    for (const at of ['root/generate', 'issuers/generate/root'])
      expect(
        (await api().as(token).write(`${path}/${at}/internal`, { common_name: 'x', key_type: 'ec' })).refusal,
      ).toEqual(forbidden);
  },
);

describe('tokens', () => {
  const lookedUp = async (token: string) => (await api().as(token).read('auth/token/lookup-self')).data;

  test('renewed by themselves, as long as was asked, within their limit', async () => {
    const body = { policies: ['default'], ttl: '10m', explicit_max_ttl: '1h' };
    const created = await api().write('auth/token/create', body);
    const { auth } = JSON.parse(created.answer.text) as { auth: { client_token: string; lease_duration: number } };
    expect(auth.lease_duration).toBe(600);
    for (const [method, increment, least, most] of [
      ['PUT', '30m', 1790, 1800],
      ['POST', 1200, 1190, 1200],
      ['POST', '5h', 3500, 3600],
    ] as const) {
      const renewed = await api().as(auth.client_token).send(method, 'auth/token/renew-self', { increment });
      const answered = JSON.parse(renewed.expect(200).answer.text) as { auth: { lease_duration: number } };
      expect(answered.auth.lease_duration).toBeGreaterThanOrEqual(least);
      expect(answered.auth.lease_duration).toBeLessThanOrEqual(most);
    }
    expect(await lookedUp(auth.client_token)).toMatchObject({
      creation_ttl: 600,
      explicit_max_ttl: 3600,
      renewable: true,
    });
  });

  test('that were made not to be renewed are not', async () => {
    const created = await api().write('auth/token/create', { policies: ['default'], ttl: '10m', renewable: false });
    const { auth } = JSON.parse(created.answer.text) as { auth: { client_token: string } };
    const { refusal } = await api().as(auth.client_token).write('auth/token/renew-self');
    expect(refusal).toEqual({ status: 400, text: 'lease is not renewable' });
  });

  test.each(['PUT', 'POST'])('ended by themselves with %s', async (method) => {
    const token = await tokenWith('default');
    expect(await lookedUp(token)).toMatchObject({ id: token });
    expect((await api().as(token).send(method, 'auth/token/revoke-self')).status).toBe(204);
    expect((await api().as(token).read('auth/token/lookup-self')).refusal).toEqual(forbidden);
  });
});

describe('leases', () => {
  test('ended, the certificate is revoked', async () => {
    const { path } = await withRoot();
    await api().write(`${path}/roles/leased`, {
      allow_any_name: true,
      key_type: 'ec',
      generate_lease: true,
      ttl: '1h',
    });
    const issued = await api().write(`${path}/issue/leased`, { common_name: 'a' });
    const { lease_id: leaseId, lease_duration: seconds } = JSON.parse(issued.answer.text) as {
      lease_id: string;
      lease_duration: number;
    };
    expect(leaseId).toMatch(new RegExp(`^${path}/issue/leased/\\w+$`));
    expect(seconds).toBe(3600);
    const serial = issued.text('serial_number');
    expect((await api().read(`${path}/cert/${serial}`)).data).toMatchObject({ revocation_time: 0 });
    expect((await api().send('PUT', 'sys/leases/revoke', { lease_id: leaseId })).status).toBe(204);
    expect((await api().read(`${path}/cert/${serial}`)).data['revocation_time']).toBeGreaterThan(0);
    expect(crlText((await raw(`${path}/crl/pem`)).text)).toContain(serial.replaceAll(':', '').toUpperCase());
    expect((await api().send('PUT', 'sys/leases/revoke', { lease_id: leaseId })).status).toBe(204);
    expect((await api().write('sys/leases/revoke')).refusal).toEqual({
      status: 400,
      text: 'lease_id must be specified',
    });
  });
});
