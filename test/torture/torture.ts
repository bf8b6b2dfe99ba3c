import { execFile } from 'node:child_process';
import { OpenSsl } from '../e2e/harness/openssl.js';
import { serverCommand, serverRoot } from '../e2e/harness/server.js';
import { checkAudit, checkCertificates, checkEvents } from './checks.js';
import { Client } from './client.js';
import { EstateWorker } from './estate-worker.js';
import { Deck } from './faults.js';
import { Fleet } from './fleet.js';
import type { DatabaseKind } from './fleet.js';
import { Ledger } from './ledger.js';
import { openAuthority, PkiWorker } from './pki-worker.js';
import { pause, Random } from './random.js';
import { StateWorker } from './state-worker.js';
import { Stream } from './stream.js';
import type { Surroundings } from './worker.js';

export interface Wish {
  readonly seed: number;
  readonly database: DatabaseKind;
  /** Servers; SQLite has one. */
  readonly nodes: number;
  /** Processes of each server. */
  readonly processes: number;
  /** Workers of each kind. */
  readonly workers: number;
  /** It ends with the first of the two. */
  readonly kills: number;
  readonly milliseconds: number;
  /** Longest quiet time between two faults. */
  readonly quiet: number;
  say(text: string): void;
}

/** Changes that are acknowledged between two faults, where the servers are fast enough. */
const enoughAcknowledged = 5;

export const streams = {
  locks: `subscription ($after: ID) { event: workspaceLockEvents(organization: "default", after: $after) { eventId kind workspaceId } }`,
  certificates: `subscription ($after: ID) { event: certificateEvents(mount: "torture", after: $after) { eventId kind serialNumber } }`,
} as const;

/** A random load with faults, and then the check of every acknowledgement. The seed decides on load and faults; how they meet is up to the machine. */
export async function torture(wish: Wish): Promise<Ledger> {
  const ledger = new Ledger((text) => {
    wish.say(text);
  });
  const random = new Random(wish.seed);
  const fleet = await Fleet.start(wish.database, wish.nodes, wish.processes);
  const openssl = new OpenSsl();
  try {
    const around = (part: number, stem: string): Surroundings => {
      const own = random.fork(part);
      return { fleet, ledger, random: own, client: new Client(fleet, ledger, own), name: `${stem}-${part}` };
    };
    await openAuthority(around(0, 'setup'));
    const { csr } = openssl.request('ec:P-256');
    const numbers = Array.from({ length: wish.workers }, (_, at) => at);
    const state = numbers.map((at) => new StateWorker(around(100 + at, 'state')));
    const pki = numbers.map((at) => new PkiWorker(around(200 + at, 'pki'), csr));
    const estate = numbers.map((at) => new EstateWorker(around(300 + at, 'estate')));
    const workers = [...state, ...pki, ...estate];

    const [locks, certificates] = [
      new Stream({ fleet, ledger }, streams.locks),
      new Stream({ fleet, ledger }, streams.certificates),
    ];
    await heardOf(around(1, 'first'), locks, certificates);

    let going = true;
    const load = Promise.all(workers.map((worker) => worker.run(() => going)));
    await strikes(wish, fleet, ledger, random.fork(2));
    going = false;
    await load;

    wish.say('checking every acknowledgement');
    await settled(fleet, ledger);
    wish.say('the servers have stopped and started');
    for (const worker of workers) await worker.check();
    wish.say('the workers have looked');
    await checkEvents({ ledger, locks, certificates, state, pki });
    await checkCertificates(around(3, 'check'), pki);
    await checkAudit(around(4, 'check'));
    await Promise.all([locks.stop(), certificates.stop()]);
    await doctor(fleet, ledger);
    for (const node of fleet.nodes) {
      for (const { level, msg } of node.log) if (level >= 60) ledger.violation(`a server logged: ${msg}`);
    }
    return ledger;
  } finally {
    openssl.remove();
    await fleet.stop();
  }
}

/** Makes an event for each stream until both have heard of one: from then on nothing may be missing. */
async function heardOf({ client }: Surroundings, locks: Stream, certificates: Stream): Promise<void> {
  const name = 'first';
  await client.send('POST', '/api/v2/organizations/default/workspaces', {
    data: { type: 'workspaces', attributes: { name } },
  });
  const found = await client.graphql('{ workspaceByName(organization: "default", name: "first") { id } }', {});
  const id = found.kind === 'done' ? /"id":"(.*?)"/.exec(JSON.stringify(found.json))?.[1] : undefined;
  await client.send('POST', '/v1/torture/roles/first', { allow_any_name: true, key_type: 'ec' });
  for (let tries = 0; locks.events.length === 0 || certificates.events.length === 0; tries += 1) {
    if (tries === 100) throw new Error('the subscriptions hear nothing');
    await client.send('POST', `/api/v2/workspaces/${String(id)}/actions/${tries % 2 === 0 ? 'lock' : 'unlock'}`, {});
    await client.send('POST', '/v1/torture/issue/first', { common_name: 'first.example.com' });
    await pause(200);
  }
}

async function strikes(wish: Wish, fleet: Fleet, ledger: Ledger, random: Random): Promise<void> {
  const until = Date.now() + wish.milliseconds;
  const deck = new Deck(fleet, random);
  let kills = 0;
  while (kills < wish.kills && Date.now() < until) {
    await someAcknowledged(ledger);
    await pause(random.next() * wish.quiet);
    const fault = deck.draw();
    await fleet.during(() => fault.strike(fleet, random));
    ledger.struck(fault.name);
    kills += fault.kills?.(fleet) ?? 0;
    const { acknowledged, unknown, violations } = ledger;
    wish.say(
      `${kills} kills, ${acknowledged} acknowledged, ${unknown} without an answer, ${violations.length} wrong: ${fault.name}`,
    );
  }
}

/** A fault that strikes before the last one is over finds nothing that could be lost. */
async function someAcknowledged(ledger: Ledger): Promise<void> {
  const before = ledger.acknowledged;
  for (let looks = 0; ledger.acknowledged < before + enoughAcknowledged && looks < 600; looks += 1) await pause(100);
}

/** All servers stop as they should and start again, with the right time. */
async function settled(fleet: Fleet, ledger: Ledger): Promise<void> {
  for (const [at, node] of fleet.nodes.entries()) {
    fleet.shiftClock(at, 0);
    const status = await node.terminate();
    if (status !== 0) ledger.violation(`a server that was asked to stop ended with status ${String(status)}`);
    await fleet.revive(node);
  }
}

async function doctor(fleet: Fleet, ledger: Ledger): Promise<void> {
  for (const node of fleet.nodes) {
    await node.terminate();
    // The object store is in this process: it has to answer meanwhile.
    const said = await new Promise<string | null>((resolve) => {
      const env = { PATH: process.env['PATH'], ...fleet.environment, TRUSTATE_DATA_DIR: node.folder };
      execFile(process.execPath, serverCommand('doctor'), { cwd: serverRoot, env }, (error, stdout, stderr) => {
        resolve(error ? `${stdout}${stderr}` : null);
      });
    });
    if (said !== null) ledger.violation(`doctor: ${said}`);
  }
}
