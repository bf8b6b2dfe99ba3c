import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compile } from './harness/compiler.js';
import { serverRoot as root } from './harness/server.js';
import { onSharedServer } from './harness/site.js';

const run = promisify(execFile);
const source = path.join(root, 'dist/client-package');

/** What a stranger writes, as a module of either kind. */
const program = `
import { createClient, dataOf } from '@trustate/client';
import type { QueryDocument } from '@trustate/client';
import { Me } from '@trustate/client/account';
import { Workspaces } from '@trustate/client/workspaces';
import { uploadState } from '@trustate/client/state-content';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';

const client = createClient({ url: process.env['TRUSTATE_URL'] ?? '', token: process.env['TRUSTATE_TOKEN'] ?? '' });
const own: QueryDocument<{ a: string }, Record<string, never>> = { kind: 'query', name: 'A', text: '{ a: __typename }', hash: '' };

export async function main(after: string | undefined, signal: AbortSignal | undefined): Promise<string> {
  const { me } = dataOf(await client.query(Me, {}, { signal }));
  // What is undefined is left out: with exactOptionalPropertyTypes the compiler would tell the difference.
  const { workspaces } = dataOf(await client.query(Workspaces, { organization: 'default', first: 5, after }));
  // @ts-expect-error there is no such variable
  void (() => client.query(Workspaces, { organisation: 'default' }));
  void (() => [uploadState(client, { workspaceId: 'ws-1', content: '', runId: after }), client.query(own)]);
  const typename: string = dataOf(await client.query(foreign, { yes: true })).typename;
  // @ts-expect-error a variable is missing
  void (() => client.query(foreign));
  return [me.username, String(workspaces.nodes.length), typename].join(' ');
}

/** As graphql-codegen's client preset writes it. */
const foreign = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'query',
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'yes' } },
          type: { kind: 'NonNullType', type: { kind: 'NamedType', name: { kind: 'Name', value: 'Boolean' } } },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            alias: { kind: 'Name', value: 'typename' },
            name: { kind: 'Name', value: '__typename' },
            directives: [
              {
                kind: 'Directive',
                name: { kind: 'Name', value: 'include' },
                arguments: [{ kind: 'Argument', name: { kind: 'Name', value: 'if' }, value: { kind: 'Variable', name: { kind: 'Name', value: 'yes' } } }],
              },
            ],
          },
        ],
      },
    },
  ],
} as unknown as TypedDocumentNode<{ typename: string }, { yes: boolean }>;

main(undefined, undefined).then(console.log, (error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
`;

/** Each way in which TypeScript finds a package, with what it makes of the two kinds of modules. */
const resolutions = [
  ['node10', 'CommonJS', ['program.ts']],
  ['node16', 'Node16', ['program.mts', 'program.cts']],
  ['nodenext', 'NodeNext', ['program.mts', 'program.cts']],
  ['bundler', 'ESNext', ['program.ts']],
] as const;

describe.runIf(existsSync(source))('the package of the client (needs npm run build)', () => {
  const site = onSharedServer();
  const folder = mkdtempSync(path.join(tmpdir(), 'trustate-stranger-'));
  const packed = path.join(folder, 'packed');

  beforeAll(async () => {
    mkdirSync(packed);
    await run('npm', ['pack', source, '--pack-destination', packed, '--loglevel=error']);
    const [tarball = ''] = readdirSync(packed);
    writeFileSync(path.join(folder, 'package.json'), '{"name":"stranger","private":true}');
    await run(
      'npm',
      ['install', '--offline', '--no-audit', '--no-fund', '--loglevel=error', path.join(packed, tarball)],
      { cwd: folder },
    );
    // What the stranger has besides.
    for (const name of ['@types/node', 'undici-types', '@graphql-typed-document-node/core', 'graphql']) {
      const link = path.join(folder, 'node_modules', name);
      mkdirSync(path.dirname(link), { recursive: true });
      symlinkSync(path.join(root, 'node_modules', name), link);
    }
    for (const ending of ['ts', 'mts', 'cts']) writeFileSync(path.join(folder, `program.${ending}`), program);
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  test('is small, and brings nothing along', () => {
    const [tarball = ''] = readdirSync(packed);
    expect(statSync(path.join(packed, tarball)).size).toBeLessThan(240_000);
    expect(
      readdirSync(path.join(folder, 'node_modules'))
        .filter((name) => !name.startsWith('.'))
        .sort(),
    ).toEqual(['@graphql-typed-document-node', '@trustate', '@types', 'graphql', 'undici-types'].sort());
  });

  test.each(resolutions)('is found by TypeScript with moduleResolution %s', (moduleResolution, module, include) => {
    const compilerOptions = {
      ...{ moduleResolution, module, strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false },
      ...{ target: 'ES2022', lib: ['ES2023'], types: ['node'], outDir: `out-${moduleResolution}` },
    };
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }));
    expect(compile(folder)).toBe('');
  });

  test.each(['program.mjs', 'program.cjs'])('runs as %s', async (file) => {
    const { server } = site.get;
    const env = { ...process.env, TRUSTATE_URL: server.http, TRUSTATE_TOKEN: server.token };
    const { stdout } = await run(process.execPath, [path.join(folder, 'out-nodenext', file)], { env });
    expect(stdout).toMatch(/^root \d+ Query\n$/);
  });
});
