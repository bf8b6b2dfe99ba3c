/**
 * A CRL of 100,000 entries: CPU of the process while it is built, how long other work waits meanwhile, and what a revocation on top of it costs. Rows are put
 * into the database as a mount has them that revoked so many.
 */
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { randomBytes } from 'node:crypto';
import { openPkiWorld } from '../test/pki/world.js';
import { certified } from '../test/pki/revocation/certified.js';
import { ids } from '../src/platform/ids.js';

/** As many as `max_crl_entries` allows, but for those that come on top. */
const entries = 99_900;
const report = (name: string, value: number, unit: string, limit?: number) => {
  console.log(JSON.stringify({ name, value, unit, ...(limit !== undefined && { limit, ok: value <= limit }) }));
};

const world = await openPkiWorld();
await world.roots.generate(world.operator, 'pki', 'internal', { keyType: 'ec', commonName: 'Bench' });
const authority = await world.authorities.byPath('pki');
const issuer = authority.issuer('default');
const now = world.clock.now();
const notAfter = new Date(now.getTime() + 30 * 86_400_000);
for (let at = 0; at < entries; at += 1000) {
  await world.client.revocation.createMany({
    data: Array.from({ length: 1000 }, () => ({
      id: ids.revocation.make(),
      mountId: authority.mount.id,
      issuerId: issuer.id,
      serialNumber: `4${randomBytes(19).toString('hex')}0`.slice(0, 40),
      revokedAt: now,
      notAfter,
      publishedIn: 0n,
    })),
  });
}

/** p99 of something small that a request does, every millisecond, while the work goes on. */
async function beside(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  let over = false;
  const running = work().finally(() => {
    over = true;
  });
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- the work sets it
  while (!over) {
    const began = performance.now();
    await world.authorities.byPath('pki');
    await new Promise((resolve) => setImmediate(resolve));
    times.push(performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await running;
  times.sort((a, b) => a - b);
  return times[Math.floor(times.length * 0.99)] ?? 0;
}

async function measured(name: string, work: () => Promise<unknown>, limit?: number) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const cpu = process.cpuUsage();
  const began = performance.now();
  const p99 = await beside(work);
  const { user, system } = process.cpuUsage(cpu);
  delay.disable();
  report(`${name}: CPU of all threads`, (user + system) / 1e6, 's', limit);
  report(`${name}: time`, (performance.now() - began) / 1000, 's');
  report(`${name}: a read beside it, p99`, p99, 'ms');
  report(`${name}: longest stall of the main thread`, delay.max / 1e6, 'ms');
}

const quiet = await beside(() => new Promise((resolve) => setTimeout(resolve, 1000)));
report('a read with nothing beside it, p99', quiet, 'ms');
await measured('100,000 entries from rows', () => world.crls.publish(authority, issuer.id), 2);
await measured('rotated', () => world.crls.publish(authority, issuer.id), 2);

const leaves = await Promise.all(Array.from({ length: 51 }, () => certified(world, 'pki')));
const revoke = ({ pem }: { readonly pem: string }) =>
  world.revocations.revoke(world.operator, 'pki', { certificate: pem });
const [first, ...others] = leaves;
let written = 0;
const stop = world.database.onStatement(({ sql }) => {
  if (/^\s*(insert|update|delete)/i.test(sql)) written++;
});
if (first) await measured('one revocation more', () => revoke(first));
stop();
report('one revocation more: statements that write', written, '');
const before = await world.client.issuer.findUniqueOrThrow({ where: { id: issuer.id } });
await measured('50 revocations at once', () => Promise.all(others.map(revoke)));
const after = await world.client.issuer.findUniqueOrThrow({ where: { id: issuer.id } });
report('50 revocations at once: CRLs made', Number(after.crlNumber - before.crlNumber), '', 5);
await world.close();
