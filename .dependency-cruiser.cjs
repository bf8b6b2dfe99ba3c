/** The rooms of docs/architecture.md: arrows point down only. test/dependency-rules.unit.test.ts shows each rule at work. */
const room = (from, to, comment) => ({
  name: `${from.replaceAll('/', '-')}-not-to-${to.replaceAll(/[^a-z0-9]+/g, '-')}`,
  comment,
  severity: 'error',
  from: { path: `^src/${from}/` },
  to: { path: `^src/(${to})` },
});

/** Prisma's clients and the typed client are made by tools and have their own ways. */
const generated = '/generated/';

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'Neither by values nor by types: who reads one file of a circle has to read all of them.',
      severity: 'error',
      from: { pathNot: generated },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, pathNot: ['\\.d\\.ts$', '^src/main\\.ts$', generated] },
      to: {},
    },
    { name: 'not-to-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'not-to-unlisted',
      comment: 'What package.json does not name may be gone with the next install.',
      severity: 'error',
      from: { path: '^src', pathNot: generated },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'not-to-dev-dep',
      comment: 'The typed client is bundled with what it uses.',
      severity: 'error',
      from: { path: '^src', pathNot: '^src/client/' },
      to: { dependencyTypes: ['npm-dev'], pathNot: 'node_modules/@types/' },
    },
    {
      name: 'sqlite-driver-in-one-place',
      severity: 'error',
      from: { path: '^src', pathNot: '^src/platform/database/sqlite/(allocator|driver|statement)\\.ts$' },
      to: { path: '^(node_modules/)?@photostructure/sqlite' },
    },
    {
      name: 'postgresql-driver-in-one-place',
      comment:
        'A connection without a listener for `error` ends the process when it breaks: all are made where each gets one.',
      severity: 'error',
      from: { path: '^src', pathNot: `^src/platform/database/postgresql/connections\\.ts$|${generated}` },
      to: { path: '^(node_modules/(@types/)?pg(-pool)?/|pg(-pool)?$)' },
    },
    room('state', 'pki/', 'The two services are independent of each other.'),
    room('pki', 'state/', 'The two services are independent of each other.'),
    room('gateway/rest/terraform', 'gateway/rest/(vault|http)/', 'Each dialect stands by itself.'),
    room('gateway/rest/vault', 'gateway/rest/(terraform|http)/', 'Each dialect stands by itself.'),
    room('gateway/rest/http', 'gateway/rest/(terraform|vault)/', 'Each dialect stands by itself.'),
    room(
      'state',
      'gateway/(?!kit)|notices/|operator/|settings/|app|main',
      'A domain does not know how callers come in.',
    ),
    room('pki', 'gateway/|notices/|operator/|settings/|app|main', 'A domain does not know how callers come in.'),
    room(
      'identity',
      'gateway/|state/|pki/|notices/|operator/|settings/|app|main',
      'Identity stands below the domains.',
    ),
    room(
      'platform',
      'gateway/|state/|pki/|notices/|identity/|operator/|settings/|app|main',
      'The platform knows nobody.',
    ),
    room(
      'notices',
      'gateway/|operator/|settings/|app|main',
      'Notices tell of the domains, and do not know how callers come in.',
    ),
    room('gateway', 'operator/|app|main', 'Only main and app compose.'),
    room(
      'operator',
      'gateway/|state/|pki/|notices/|identity/|app|main',
      'Commands reach the rooms through what app hands them.',
    ),
    room('client', '(?!client/).*', 'What runs in browsers shares nothing with the server.'),
    room(
      'gateway/rest',
      'state/|notices/|pki/(?!x509|policy/(parameters/|text-list|policy-identifiers|time|usages))',
      'REST reaches a domain only through its operations; values it reads as that does, by the same table of parameters.',
    ),
    room('pki/x509', 'platform/(?!random-octets)|identity/|gateway/|pki/(?!x509)', 'Pure: DER in, DER out.'),
    room(
      'pki/policy',
      'platform/(?!wording|is-record|duration)|identity/|gateway/|pki/(?!x509|policy)',
      'Pure: role and request in, profile out.',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^src/platform/database/generated/', '^src/state/content/kernel/assembly/'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
