import { createHash, generateKeyPairSync, randomBytes, X509Certificate } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { Name, parseCertificate } from '../../../src/pki/x509/index.js';
import type { Certificate } from '../../../src/pki/x509/index.js';
import { eventually } from '../../eventually.js';
import { certRequest, confirmationOf, message, post } from '../../pki/cmp/client.js';
import { newRsaKey, ScepClient } from '../../pki/scep/client.js';
import type { Server } from '../harness/server.js';
import { VaultApi } from '../harness/vault.js';

export interface Servers {
  /** The one that is killed. */
  readonly one: Server;
  /** Another one on the same data, or the same. */
  readonly other: Server;
  /** A day passes, during which `one` does not run. */
  readonly later: () => Promise<unknown>;
  readonly stop: () => Promise<unknown>;
}

const pending = z.object({
  data: z.object({
    scepTransactions: z.object({ nodes: z.array(z.object({ requestId: z.string(), status: z.string() })) }),
  }),
});
const certificates = z.object({
  data: z.object({ certificates: z.object({ nodes: z.array(z.object({ revokedAt: z.string().nullable() })) }) }),
});

/** Servers that are killed while devices enrol: at most one certificate of a transaction, and nothing that was acknowledged is lost. */
export function killedTests(where: string, start: () => Promise<Servers>): void {
  describe(where, () => {
    let servers: Servers;
    let authority: Certificate;
    const vault = () => new VaultApi(servers.other.http, servers.other.token);
    const graphql = async (query: string, { http, token } = servers.other): Promise<unknown> => {
      const answer = await fetch(`${http}/graphql`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      });
      return answer.json();
    };
    /** When the certificates of a name were revoked. */
    const revoked = async (commonName: string) => {
      const found = certificates.parse(
        await graphql(
          `{ certificates(mount: "pki", filter: { commonName: "${commonName}" }) { nodes { revokedAt } } }`,
        ),
      );
      return found.data.certificates.nodes.map(({ revokedAt }) => revokedAt !== null);
    };
    beforeAll(async () => {
      servers = await start();
      const api = vault();
      const root = await api.write('pki/root/generate/internal', {
        ...{ common_name: 'Root', key_type: 'rsa', key_usage: 'CertSign,CRLSign,DigitalSignature', ttl: '8760h' },
      });
      authority = parseCertificate(new X509Certificate(root.text('certificate')).raw);
      const names = { allow_any_name: true, enforce_hostnames: false, key_type: 'any', ttl: '720h' };
      const policy = 'path "pki/scep" { capabilities = ["update"] }';
      const challenge = { auth_type: 'static-challenge', challenge: 'open sesame', token_policies: 'scep' };
      for (const [path, body] of [
        ['pki/roles/device', names],
        ['pki/config/cmp', { enabled: true, default_path_policy: 'role:device' }],
        ['sys/policies/acl/scep', { policy }],
        ['sys/auth/scep', { type: 'scep' }],
        ['auth/scep/role/routers', challenge],
      ] as const)
        expect((await api.write(path, body)).status, path).toBeLessThan(300);
      const accessor = (await api.read('sys/auth/scep')).text('accessor');
      const scep = { enabled: true, default_path_policy: 'role:device', require_approval: true };
      const configured = await api.write('pki/config/scep', { ...scep, authenticators: { scep: { accessor } } });
      expect(configured.status).toBeLessThan(300);
    });
    afterAll(() => servers.stop());

    const asked = async (commonName: string) => {
      const made = await vault().write('pki/cmp/secrets', { max_uses: 0 });
      const by = { reference: made.text('reference'), secret: made.text('secret') };
      const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const header = { transactionId: randomBytes(16) };
      const content = certRequest({ key, subject: Name.of({ commonName }) });
      return { by, header, der: await message({ kind: 'ir', content, by, header }) };
    };

    test('what was issued by CMP is confirmed after a kill, at any server, and taken once', async () => {
      const { by, header, der } = await asked('confirmed');
      const { certificate, message: answer } = await post(servers.one.http, der);
      await servers.one.kill9();
      await servers.one.restart();
      expect((await post(servers.other.http, der)).failure).toBe('transactionIdInUse');
      const hash = createHash('sha256')
        .update(certificate?.der ?? '')
        .digest();
      const recipientNonce = answer.header.senderNonce;
      const wrong = { ...header, recipientNonce: Buffer.from(randomBytes(16)) };
      const confirm = (of: { transactionId: Buffer; recipientNonce: Buffer }) =>
        message({ kind: 'certConf', content: confirmationOf(hash), by, header: of }).then((each) =>
          post(servers.other.http, each),
        );
      expect((await confirm(wrong)).failure).toBe('badRecipientNonce');
      expect((await confirm({ ...header, recipientNonce: recipientNonce ?? Buffer.alloc(0) })).message.kind).toBe(
        'pkiconf',
      );
    });

    test('a message during which a server is killed has one certificate at most', async () => {
      for (const [at, wait] of [0, 20, 60].entries()) {
        const { der } = await asked(`killed-${at}`);
        const first = post(servers.one.http, der).then(
          () => true,
          () => false,
        );
        await pause(wait);
        await servers.one.kill9();
        const isAnswered = await first;
        await servers.one.restart();
        const again = await post(servers.other.http, der);
        expect(['transactionIdInUse', undefined]).toContain(again.failure);
        const found = await revoked(`killed-${at}`);
        expect(found.length).toBeLessThanOrEqual(1);
        if (isAnswered || again.certificate) expect(found).toEqual([false]);
      }
    });

    test('a request by SCEP waits through kills, is approved once, and has one certificate', async () => {
      const client = new ScepClient(authority, newRsaKey());
      const send = async ({ http }: Server, der: Buffer) => {
        const answer = await fetch(`${http}/v1/pki/scep?operation=PKIOperation`, {
          method: 'POST',
          headers: { 'content-type': 'application/x-pki-message' },
          body: new Uint8Array(der),
        });
        return client.read(new Uint8Array(await answer.arrayBuffer()));
      };
      const request = await client.message(client.csr('waits', { challenge: 'open sesame', names: [] }));
      expect((await send(servers.one, request)).status).toBe('3');
      await servers.one.kill9();
      await servers.one.restart();
      expect((await send(servers.other, await client.poll('waits'))).status).toBe('3');
      const list = 'query { scepTransactions(mount: "pki", first: 5) { nodes { requestId status } } }';
      const [waiting, ...others] = pending.parse(await graphql(list)).data.scepTransactions.nodes;
      expect([waiting?.status, others]).toEqual(['PENDING', []]);
      const approve = `mutation { approveScepTransaction(input: { mount: "pki", requestId: "${waiting?.requestId}" }) { scepTransaction { status } problems { code } } }`;
      const both = [graphql(approve, servers.one), graphql(approve)].map((each) => each.catch(() => null));
      await pause(30);
      await servers.one.kill9();
      await Promise.all(both);
      await servers.one.restart();
      await graphql(approve);
      const polled = await send(servers.one, await client.poll('waits'));
      expect([polled.status, polled.certificates.length]).toEqual(['0', 1]);
      expect((await send(servers.other, request)).certificates[0]?.der).toEqual(polled.certificates[0]?.der);
      expect(await revoked('waits')).toEqual([false]);
    });

    test('what nobody confirmed is revoked after a day, what was confirmed is not', async () => {
      await servers.one.kill9();
      await servers.later();
      await vi.waitFor(async () => {
        for (const name of ['killed-0', 'killed-1', 'killed-2']) expect(await revoked(name), name).not.toContain(false);
      }, eventually);
      expect(await revoked('confirmed')).toEqual([false]);
    });
  });
}
