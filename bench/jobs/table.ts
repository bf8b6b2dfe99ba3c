import { createHash, generateKeyPairSync, sign, createPublicKey, verify } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { MeasuredAuthority } from './authority.js';
import type { MeasuredWorkspaces } from './organization.js';
import { StateContents } from './state-content.js';
import { sentOnce } from './steps.js';
import type { JobLoad, Storing } from './steps.js';
import type { Target } from './target.js';

/** What was made in a server for its jobs, of each API that it is asked in. */
export interface Made {
  readonly target: Target;
  readonly vault?: MeasuredAuthority;
  readonly tfe?: MeasuredWorkspaces;
}

/** Work that cannot be left out of a request: what it is measured against. */
export interface Bare {
  readonly work: () => unknown;
  readonly end?: () => void;
}

export interface Job {
  readonly name: string;
  readonly api: 'vault' | 'tfe';
  /** Numbers of clients at the same time, each measured for itself. */
  readonly clients: readonly number[];
  load(made: Made, clients: number): Promise<JobLoad>;
  readonly bareName: string;
  bare(): Bare;
  /** Seconds of load before each round that do not count: what lay ready is used up by then. */
  readonly before?: number;
}

const oneAndMany = [16, 1];

/** The jobs that clients of either API do all day. */
export const jobs: readonly Job[] = [
  certifying('issue P-256, stored', { role: 'stored', act: 'issue' }),
  certifying('issue P-256, no_store', { role: 'unstored', act: 'issue' }),
  certifying('sign P-256, stored', { role: 'stored', act: 'sign' }),
  certifying('sign P-256, no_store', { role: 'unstored', act: 'sign' }),
  {
    ...certifying('issue RSA-2048, none lying ready', { role: 'rsa', act: 'issue' }),
    ...{ clients: [4], before: 4 },
    bareName: 'making an RSA key',
    bare: () => ({ work: () => generateKeyPairSync('rsa', { modulusLength: 2048 }) }),
  },
  storing('create a state version, 20 resources', { resources: 20, content: 'inline' }, oneAndMany),
  storing('create with its outputs given, 20 resources', { resources: 20, content: 'inline', outputs: 'given' }, [16]),
  storing('create a state version, 500 resources', { resources: 500, content: 'inline' }, [16]),
  storing('create, upload, current, download', { resources: 20, content: 'uploaded' }, oneAndMany),
  {
    ...{ name: 'current state version', api: 'tfe', clients: oneAndMany },
    async load(made) {
      const [workspace = ''] = await workspacesOf(made).locked(1);
      const storing: Storing = {
        ...base(made),
        does: 'store',
        workspaces: [workspace],
        resources: 20,
        content: 'inline',
      };
      await sentOnce(storing);
      return { ...base(made), does: 'get', path: `/api/v2/workspaces/${workspace}/current-state-version` };
    },
    bareName: 'hashing a token and writing the document as JSON',
    bare() {
      const { content, ...declared } = new StateContents('bare', 20).next();
      const document = { ...declared, resources: JSON.parse(content.toString()) as unknown };
      const token = 'a token of forty characters, more or less';
      return { work: () => [createHash('sha256').update(token).digest(), JSON.stringify(document)] };
    },
  },
];

const base = ({ target: { address, token } }: Made) => ({ kind: 'job', address, token }) as const;

function workspacesOf({ tfe }: Made): MeasuredWorkspaces {
  if (!tfe) throw new Error('no workspaces were made for this job');
  return tfe;
}

function certifying(
  name: string,
  asked: { readonly role: 'stored' | 'unstored' | 'rsa'; readonly act: 'issue' | 'sign' },
): Job {
  return {
    ...{ name, api: 'vault', clients: oneAndMany },
    load({ vault }) {
      if (!vault) throw new Error('no authority was made for this job');
      return Promise.resolve(vault.load(asked));
    },
    bareName: asked.act === 'issue' ? 'making a P-256 key and a signature' : 'a signature and its check',
    bare: () => (asked.act === 'issue' ? keyAndSignature() : signatureAndCheck()),
  };
}

const signed = Buffer.alloc(400, 7);

function keyAndSignature(): Bare {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { work: () => [generateKeyPairSync('ec', { namedCurve: 'P-256' }), sign('sha256', signed, privateKey)] };
}

function signatureAndCheck(): Bare {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const publicKey = createPublicKey(privateKey);
  return { work: () => verify('sha256', signed, publicKey, sign('sha256', signed, privateKey)) };
}

function storing(
  name: string,
  how: Pick<Storing, 'resources' | 'content' | 'outputs'>,
  clients: readonly number[],
): Job {
  return {
    ...{ name, api: 'tfe', clients },
    load: async (made, count) => ({
      ...{ ...base(made), ...how },
      does: 'store',
      workspaces: await workspacesOf(made).locked(count),
    }),
    bareName: 'hashing, compressing and writing the content, synced',
    bare: () => hashedAndWritten(how.resources),
  };
}

function hashedAndWritten(resources: number): Bare {
  const states = new StateContents('bare', resources);
  const folder = mkdtempSync(path.join(process.env['BENCH_DIR'] ?? tmpdir(), 'trustate-bench-'));
  return {
    async work() {
      const { serial, content } = states.next();
      const file = await open(path.join(folder, String(serial)), 'w');
      await file.write(gzipSync(content, { level: 1 }));
      await file.sync();
      await file.close();
    },
    end: () => rmSync(folder, { recursive: true }),
  };
}
