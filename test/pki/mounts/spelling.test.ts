import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPkiWorld } from '../world.js';
import type { PkiWorld } from '../world.js';

let world: PkiWorld;
beforeAll(async () => {
  world = await openPkiWorld();
  await world.mounts.create(world.operator, 'a', {});
  await world.roots.generate(world.operator, 'a', 'internal', { keyType: 'ec', commonName: 'Root' });
  await world.roles.write(world.operator, { mount: 'a', name: 'w' }, { allowAnyName: true, keyType: 'ec' });
  world.policies.refusing = (path) => path.startsWith('a/');
});
afterAll(() => world.close());

const input = { commonName: 'a.test' };
const operations: Readonly<Record<string, (mount: string) => Promise<unknown>>> = {
  issue: (mount) => world.issuance.issue(world.operator, { mount, role: 'w' }, input),
  'issue by an issuer': (mount) =>
    world.issuance.issue(world.operator, { mount, role: 'w', issuerRef: 'default' }, input),
  explain: (mount) => world.issuance.explain(world.operator, { mount, role: 'w' }, input),
  sign: (mount) => world.issuance.sign(world.operator, { mount, role: 'w' }, input),
  'sign verbatim': (mount) => world.issuance.signVerbatim(world.operator, { mount }, {}),
  'sign an intermediate': (mount) => world.issuance.signIntermediate(world.operator, { mount }, input),
  'sign self-issued': (mount) =>
    world.selfIssued.sign(world.operator, { mount }, { certificate: '', requireMatchingCertificateAlgorithms: false }),
  'read a role': (mount) => world.roles.read(world.operator, { mount, name: 'w' }),
  'list roles': (mount) => world.roles.names(world.operator, mount, { size: 10, after: null }),
  'write a role': (mount) => world.roles.write(world.operator, { mount, name: 'v' }, {}),
  'list certificates': (mount) => world.certificates.serials(world.operator, mount, { size: 10, after: null }),
  revoke: (mount) => world.revocations.revoke(world.operator, mount, { serialNumber: '01' }),
  'generate a root': (mount) => world.roots.generate(world.operator, mount, 'internal', { keyType: 'ec' }),
  'read a configuration': (mount) => world.mountConfig.crl(world.operator, mount),
};

/** What somebody may write around, into or instead of a path. */
const around = fc.array(
  fc.constantFrom('/', '//', ' ', '.', './', '../', '%2f', '\\', '\0', '\u2215', '\uff0f', '\t'),
  { maxLength: 3 },
);
const spelling = fc
  .tuple(around, fc.constantFrom('a', 'A', 'a', '\uff41', 'a/.', 'a/x/..'), around)
  .map(([before, name, after]) => [...before, name, ...after].join(''));

test.each(Object.keys(operations))('no spelling of a mount goes past what policies deny: %s', async (name) => {
  await fc.assert(
    fc.asyncProperty(spelling, async (mount) => {
      const done = operations[name]?.(mount) ?? Promise.resolve();
      const how = await done.then(
        () => 'done',
        (error: unknown) => String(error),
      );
      expect(how).toMatch(/refused by the test|no handler for route|must not contain the NUL/);
    }),
    { numRuns: 60, examples: [['a'], ['/a'], ['a/'], ['//a//']] },
  );
});
