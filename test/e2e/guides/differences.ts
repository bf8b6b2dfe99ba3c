import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Api } from '../harness/api.js';
import { stateText } from '../harness/content.js';
import { exchange } from '../harness/exchange.js';
import type { Site } from '../harness/site.js';
import { VaultApi } from '../harness/vault.js';
import { fresh } from '../harness/world.js';

const problem = z.object({ code: z.string(), message: z.string(), field: z.array(z.string()).nullable() });
const payload = z.object({ payload: z.looseObject({ problems: z.array(problem) }) });

/**
 * What the guides for callers of REST say of how the two differ, where no table of fields says it.
 * @param site where nobody has used the mount `pki` before
 */
export function differences(site: { readonly get: Site }): void {
  async function asked(query: string, api: Api = site.get.root) {
    const content = { 'content-type': 'application/json' };
    const { status, json } = await api.send('POST', `${site.get.server.http}/graphql`, { query }, content);
    const shape = z.object({
      data: z.record(z.string(), z.unknown()).nullish(),
      errors: z.array(z.looseObject({ extensions: z.looseObject({ code: z.string() }) })).default([]),
    });
    const { data, errors } = shape.parse(json);
    return { status, data, codes: errors.map(({ extensions }) => extensions.code) };
  }

  async function problemsOf(mutation: string, api?: Api) {
    const { data } = await asked(`mutation { payload: ${mutation} { problems { code message field } } }`, api);
    return payload.parse(data).payload.problems;
  }

  describe('from Terraform Enterprise', () => {
    test('a rule refuses both in the same words', async () => {
      const { root, world } = site.get;
      const { name } = await world.workspace('default');
      const reply = await root.post('/organizations/default/workspaces', {
        data: { type: 'workspaces', attributes: { name } },
      });
      const [error] = reply.expect(422).errors;
      const [refused] = await problemsOf(`createWorkspace(input: { organization: "default", name: "${name}" })`);
      expect(refused).toMatchObject({ code: 'NAME_TAKEN', message: error?.detail });
      expect(refused?.field?.at(-1)).toBe(error?.source?.pointer?.split('/').at(-1));
    });

    test('what is not there is null; of a list, NOT_FOUND', async () => {
      const { root } = site.get;
      (await root.get('/workspaces/ws-none')).expect(404);
      expect(await asked('{ workspace(id: "ws-none") { id } }')).toMatchObject({
        data: { workspace: null },
        codes: [],
      });
      (await root.get('/organizations/none')).expect(404);
      expect(await asked('{ organization(name: "none") { id } }')).toMatchObject({
        data: { organization: null },
        codes: [],
      });
      (await root.get('/organizations/none/tags')).expect(404);
      expect((await asked('{ resources(organization: "none") { totalCount } }')).codes).toEqual(['NOT_FOUND']);
    });

    test.each([
      ['none', null, 200],
      ['one that is not valid', 'nobody.atlasv1.nothing', 401],
    ])('no valid token: %s', async (_what, token, status) => {
      const api = site.get.root.as(token);
      (await api.get('/account/details')).expect(401);
      expect(await asked('{ me { id } }', api)).toMatchObject({ status, codes: ['UNAUTHENTICATED'] });
    });

    test('content goes to its signed URL', async () => {
      const { root, world } = site.get;
      const workspace = await (await world.workspace('default')).lock();
      const state = stateText();
      const { attributes } = await workspace.announce(state);
      const shape = z.object({
        workspace: z.object({ stateVersions: z.object({ nodes: z.tuple([z.object({ url: z.string() })]) }) }),
      });
      const { data } = await asked(
        `{ workspace(id: "${workspace.id}") { stateVersions(first: 1) { nodes { url: hostedStateUploadUrl } } } }`,
      );
      expect(attributes['hosted-state-upload-url']).not.toBeNull();
      const { url } = shape.parse(data).workspace.stateVersions.nodes[0];
      expect((await exchange(url, { method: 'PUT', body: state })).status).toBe(200);
      const current = await root.get(`/workspaces/${workspace.id}/current-state-version`);
      expect(await workspace.content(current.expect(200).one)).toBe(state);
    });

    test('asked too much', async () => {
      const versions = 'stateVersions(first: 100) { nodes { id outputs { nodes { name } } } }';
      const { codes } = await asked(`{ workspaces(organization: "default", first: 100) { nodes { ${versions} } } }`);
      expect(codes).toEqual(['LIMIT_EXCEEDED']);
    });
  });

  describe('from Vault or OpenBao', () => {
    let vault: VaultApi;
    beforeAll(async () => {
      vault = new VaultApi(site.get.server.http, site.get.server.token);
      const root = { common_name: 'Example Root', key_type: 'ec', ttl: '7000h' };
      (await vault.write('sys/mounts/pki/tune', { max_lease_ttl: '8760h' })).expect(204);
      (await vault.write('pki/root/generate/internal', root)).expect(200);
      (await vault.write('pki/roles/web', { allowed_domains: 'example.com', key_type: 'ec', max_ttl: '72h' })).expect(
        200,
      );
    });

    test('a role refuses both in the same words; a mount that is left out is pki', async () => {
      const { status, document } = await vault.write('pki/issue/web', { common_name: 'www.example.org' });
      expect(status).toBe(400);
      const refused = await problemsOf('issueCertificate(input: { role: "web", commonName: "www.example.org" })');
      expect(refused.map(({ message }) => message)).toEqual(document.errors);
    });

    test('without permission', async () => {
      const { api } = await site.get.world.person();
      const { refusal } = await vault.as(api.token).write('pki/issue/web', { common_name: 'example.com' });
      expect(refusal).toEqual({ status: 403, text: 'permission denied' });
      const [refused] = await problemsOf('issueCertificate(input: { role: "web", commonName: "example.com" })', api);
      expect(refused).toMatchObject({ code: 'PERMISSION_DENIED', message: 'permission denied' });
      expect(await asked('{ role(mount: "pki", name: "web") { name } }', api)).toMatchObject({
        data: { role: null },
        codes: [],
      });
    });

    test.each([
      // path          status  field
      ['roles/none', 404, 'role(mount: "pki", name: "none") { name }'],
      ['issuer/none', 500, 'issuer(mount: "pki", reference: "none") { uuid }'],
      ['key/none', 500, 'issuerKey(mount: "pki", reference: "none") { uuid }'],
    ])('%s is not there', async (path, status, field) => {
      (await vault.read(`pki/${path}`)).expect(status);
      expect(await asked(`{ found: ${field} }`)).toMatchObject({ data: { found: null }, codes: [] });
    });

    test('a list of nothing', async () => {
      expect((await vault.list('pki/certs/revoked')).expect(404).document.errors).toEqual([]);
      expect((await asked('{ revocations(mount: "pki") { nodes { id } } }')).data).toEqual({
        revocations: { nodes: [] },
      });
    });

    const role = async (mutation: string, input: string) => {
      const { data, codes } = await asked(
        `mutation { payload: ${mutation}(input: { ${input} }) { role { maxTtl allowedDomains keyType ou } problems { code } } }`,
      );
      return { role: z.object({ payload: z.object({ role: z.unknown() }) }).safeParse(data).data?.payload.role, codes };
    };

    test.each([
      ['"72h"', 'PT72H'],
      ['"P30D"', 'PT720H'],
      ['3600', 'PT1H'],
    ])('a duration of %s', async (given, answered) => {
      expect((await role('createRole', `name: "${fresh('role')}", maxTtl: ${given}`)).role).toMatchObject({
        maxTtl: answered,
      });
    });

    test('types are strict, and a text is a list of one', async () => {
      expect((await role('createRole', 'name: "strict", keyBits: "2048"')).codes).toEqual([
        'GRAPHQL_VALIDATION_FAILED',
      ]);
      const both = 'a.example.com,b.example.com';
      (await vault.write('pki/roles/listed', { allowed_domains: both })).expect(200);
      expect((await vault.read('pki/roles/listed')).texts('allowed_domains')).toEqual(both.split(','));
      expect((await role('createRole', `name: "listed", allowedDomains: "${both}"`)).role).toMatchObject({
        allowedDomains: [both],
      });
    });

    test('createRole is of the whole, updateRole of what it names', async () => {
      await role('createRole', 'name: "whole", keyType: EC, ou: ["Unit"]');
      expect((await role('updateRole', 'role: { named: { name: "whole" } }, maxTtl: "1h"')).role).toMatchObject({
        keyType: 'EC',
        ou: ['Unit'],
      });
      expect((await role('createRole', 'name: "whole", maxTtl: "1h"')).role).toMatchObject({ keyType: 'RSA', ou: [] });
    });
  });
}
