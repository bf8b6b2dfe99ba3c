import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import tls from 'node:tls';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { exchange } from '../harness/exchange.js';
import type { Ground, Phases } from './phases.js';

/** The certificate that the server has for itself: renewed while it runs, and the same after a start. */
export function serverCertificate(site: Ground): Phases {
  const call = async (method: string, path: string, body?: object) => {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    const { server } = site.get;
    const headers = { 'x-vault-token': server.token, 'content-type': type };
    const sent = body && { body: JSON.stringify(body) };
    const { status, text } = await exchange(`${server.http}/v1/trustate-tls/${path}`, { method, headers, ...sent });
    expect([status, text]).toEqual([expect.toSatisfy((code: number) => code < 300), text]);
    return text;
  };

  /** Serial number and end of what a new connection is served with, once a client trusts it. */
  async function served() {
    const { server } = site.get;
    const { port } = new URL(server.https);
    const socket = tls.connect({
      port: Number(port),
      host: '127.0.0.1',
      ca: readFileSync(server.caFile),
      servername: 'localhost',
    });
    await once(socket, 'secureConnect');
    const { serialNumber, valid_to: end } = socket.getPeerCertificate();
    socket.destroy();
    return { serial: serialNumber.toLowerCase().replaceAll(/(..)(?!$)/g, '$1:'), end: new Date(end) };
  }

  async function another(than: { readonly serial: string }) {
    for (;;) {
      const found = await served();
      if (found.serial !== than.serial) return found;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }

  const openssl = () => {
    const { https, caFile } = site.get.server;
    return spawnSync(
      'openssl',
      [
        ...['s_client', '-connect', new URL(https).host, '-CAfile', caFile, '-verify_return_error'],
        ...['-x509_strict', '-verify_hostname', 'localhost', '-purpose', 'sslserver', '-brief'],
      ],
      { encoding: 'utf8', input: '' },
    );
  };

  let long: Awaited<ReturnType<typeof served>> | undefined;
  return {
    before() {
      test('ca.pem is what openssl needs to trust the server, and the certificate is one of the mount', async () => {
        const { status, stderr } = openssl();
        expect([status, stderr]).toEqual([0, expect.stringContaining('Verification: OK')]);
        const { serial } = await served();
        const read = z
          .object({ data: z.object({ certificate: z.string() }) })
          .parse(JSON.parse(await call('GET', `cert/${serial}`)));
        expect(read.data.certificate).toContain('BEGIN CERTIFICATE');
      });

      test('a running server replaces a certificate that was revoked, and renews one that runs out', async () => {
        const first = await served();
        await call('PATCH', 'roles/server', { ttl: '9s' });
        await call('POST', 'revoke', { serial_number: first.serial });
        const second = await another(first);
        expect(second.end.getTime() - Date.now()).toBeLessThan(10_000);
        const third = await another(second);
        expect(third.end.getTime()).toBeGreaterThan(second.end.getTime());
        expect(openssl().status).toBe(0);
      });

      test('what follows is served for longer again', async () => {
        await call('PATCH', 'roles/server', { ttl: '30d' });
        let last = await served();
        while (last.end.getTime() - Date.now() <= 60_000) last = await another(last);
        long = last;
      });
    },
    afterKill() {
      test('the certificate is the one that was served before', async () => {
        expect(long).toBeDefined();
        expect(await served()).toEqual(long);
        expect(openssl().status).toBe(0);
      });
    },
  };
}
