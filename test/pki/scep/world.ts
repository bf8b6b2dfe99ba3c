import type { KeyObject } from 'node:crypto';
import pino from 'pino';
import { createIdentity } from '../../../src/identity/module.js';
import { ClientCertificates } from '../../../src/pki/client-certificates/client-certificates.js';
import { createPkiService } from '../../../src/pki/module.js';
import { openDatabase } from '../../../src/platform/database/database.js';
import { Events } from '../../../src/platform/events/events.js';
import { origin } from '../../identity/world.js';
import { openPkiWorld } from '../world.js';
import { ScepClient } from './client.js';
import type { Answered } from './client.js';
import { signInMethods } from './methods.js';

/** A mount with SCEP, a role for routers, a challenge for all of them, and one for each, and renewal by certificate. */
export async function openScepWorld() {
  const world = await openPkiWorld();
  const { operator } = world;
  await world.roots.generate(operator, 'pki', 'internal', { commonName: 'Root', keyType: 'rsa' });
  const { certificate: issuer } = (await world.authorities.byPath('pki')).issuer('default');
  const forRouters = { allowedDomains: ['routers.example'], allowSubdomains: true, keyType: 'any', ttl: 86_400 * 30 };
  await world.roles.write(operator, { mount: 'pki', name: 'routers' }, forRouters);
  const methods = await signInMethods(world.database, world.clock.now(), issuer, 'open sesame');
  const usual = {
    enabled: true,
    defaultPathPolicy: 'role:routers',
    authenticators: { scep: { accessor: methods.challenges }, cert: { accessor: methods.certificates } },
  };
  await world.scepConfiguration.change(operator, 'pki', usual);
  return {
    ...world,
    ...{ issuer, usual, ...methods },
    device: (key?: KeyObject, transactionId?: string) => new ScepClient(issuer, key, transactionId),
    async send(client: ScepClient, message: Buffer, place: { role?: string; path?: string } = {}): Promise<Answered> {
      const { path = 'scep', ...rest } = place;
      const answer = await world.scep.operate({ mount: 'pki', path, ...rest }, message, origin);
      return client.read(answer.body);
    },
  };
}

/** Another server on the same database, which knows nothing of what the first one has in memory. */
export async function besideScep({ url, clock, policies, seal, outbound }: ScepWorld) {
  const database = await openDatabase({ url });
  const certificates = new ClientCertificates({ database, clock });
  const { audit, tokenEnds, signIns, attempts } = createIdentity({
    database,
    clock,
    failed: () => undefined,
    certificates,
  });
  const log = pino({ level: 'silent' });
  const { feed } = new Events({ database, clock, log, keepMs: 86_400_000, keepCount: 1_000 });
  const about = { database, policies, audit, feed, clock, seal, log, tokenEnds, outbound, signIns, attempts };
  const { services } = createPkiService({ ...about, expiryDays: [] });
  return { scep: services.scep, close: () => database.close() };
}

export type ScepWorld = Awaited<ReturnType<typeof openScepWorld>>;
