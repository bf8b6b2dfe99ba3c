import { z } from 'zod';
import type { Outcome } from './client.js';
import { entriesOf } from './crl-entries.js';
import { pause } from './random.js';
import { Worker } from './worker.js';
import type { Plan, Surroundings } from './worker.js';

interface Facts {
  /** Seconds; `null` while there is no role. */
  readonly roleTtl: number | null;
  /** Certificates that are still worked with: serial number → revoked. */
  readonly certificates: Readonly<Record<string, boolean>>;
}

export const mount = 'torture';
/** So many are worked with; earlier ones are looked at in the end. */
const atOnce = 4;

const issuedByRest = z.object({ data: z.object({ serial_number: z.string() }) });
const issuedByGraphql = z.object({ payload: z.object({ issuedCertificate: z.object({ serialNumber: z.string() }) }) });
const roleAnswer = z.object({ data: z.object({ max_ttl: z.number() }) });
const certificateAnswer = z.object({ data: z.object({ certificate: z.string(), revocation_time: z.number() }) });

/** Octets in hexadecimal, however they are parted. */
export const bare = (serial: string) => serial.replace(/[^0-9a-f]/gi, '').toLowerCase();
const parted = (serial: string) => bare(serial).replace(/(..)(?=.)/g, '$1:');

/** What all workers of certificates share: their mount with an authority in it. */
export async function openAuthority({ client }: Pick<Surroundings, 'client'>): Promise<void> {
  const write = async (path: string, body: object) => {
    const outcome = await client.send('POST', `/v1/${path}`, body);
    if (outcome.kind !== 'done') throw new Error(outcome.said);
  };
  await write(`sys/mounts/${mount}`, { type: 'pki', config: { max_lease_ttl: '87600h' } });
  await write(`${mount}/root/generate/internal`, { common_name: 'torture root', key_type: 'ec', ttl: '8760h' });
}

/** Makes roles, issues, signs and revokes. */
export class PkiWorker extends Worker<Facts> {
  protected facts: Facts = { roleTtl: null, certificates: {} };
  /** All that were acknowledged: serial number → revoked. */
  readonly known = new Map<string, boolean>();
  /** Issues whose answer never came. */
  lost = 0;
  #count = 0;

  constructor(
    around: Surroundings,
    private readonly csr: string,
  ) {
    super(around);
  }

  protected plan(): Plan<Facts> {
    const { random } = this.around;
    const { roleTtl, certificates } = this.facts;
    if (roleTtl === null) return this.#writeRole();
    const fresh = Object.entries(certificates).filter(([, revoked]) => !revoked);
    return random.pick([
      () => this.#issue(),
      () => this.#issue(),
      () => this.#sign(),
      ...fresh.slice(0, 2).map(
        ([serial]) =>
          () =>
            this.#revoke(serial),
      ),
      ...(random.chance(0.3) ? [() => this.#writeRole(), () => this.#deleteRole(), () => this.#readCrl()] : []),
    ])();
  }

  protected async observe(): Promise<Facts> {
    const { client } = this.around;
    const role = await client.certain(() => client.send('GET', `/v1/${mount}/roles/${this.around.name}`));
    const certificates: Record<string, boolean> = {};
    for (const serial of Object.keys(this.facts.certificates)) {
      const revoked = await this.#revoked(serial);
      if (revoked !== null) certificates[serial] = revoked;
    }
    return { roleTtl: role.kind === 'done' ? roleAnswer.parse(role.json).data.max_ttl : null, certificates };
  }

  async check(): Promise<void> {
    await this.compare('at the end');
    const { client } = this.around;
    for (const [serial, revoked] of this.known) {
      const found = await this.#revoked(serial);
      if (found !== revoked) this.violation(`${serial}: revoked ${revoked} was acknowledged, found ${String(found)}`);
    }
    // The list may be made anew by a job.
    const wanted = [...this.known].filter(([, revoked]) => revoked).map(([serial]) => bare(serial));
    let missing = wanted;
    for (let tries = 0; tries < 240; tries += 1) {
      const got = await client.certain(() => client.send('GET', `/v1/${mount}/crl`));
      const listed = got.kind === 'done' ? entriesOf(got.bytes) : new Set<string>();
      missing = wanted.filter((serial) => !listed.has(serial));
      if (missing.length === 0) return;
      await pause(250);
    }
    this.violation(`revoked, and not on the CRL: ${missing.join(' ')}`);
  }

  /** @returns null where it is not stored */
  async #revoked(serial: string): Promise<boolean | null> {
    const { client } = this.around;
    const got = await client.certain(() => client.send('GET', `/v1/${mount}/cert/${serial}`));
    return got.kind === 'done' ? certificateAnswer.parse(got.json).data.revocation_time > 0 : null;
  }

  #writeRole(): Plan<Facts> {
    const { client, name, random } = this.around;
    const roleTtl = 3_600 + random.below(1_000_000);
    const body = { allow_any_name: true, enforce_hostnames: false, key_type: 'ec', max_ttl: roleTtl };
    return {
      name: 'write a role',
      send: () => client.send('POST', `/v1/${mount}/roles/${name}`, body),
      after: { ...this.facts, roleTtl },
      audit: () => ['role.write', `${mount}/${name}`],
    };
  }

  #deleteRole(): Plan<Facts> {
    const { client, name } = this.around;
    return {
      name: 'delete a role',
      send: () => client.send('DELETE', `/v1/${mount}/roles/${name}`),
      after: { ...this.facts, roleTtl: null },
      audit: () => ['role.delete', `${mount}/${name}`],
    };
  }

  #issue(): Plan<Facts> {
    const { client, name, random } = this.around;
    const commonName = `c${(this.#count += 1)}.${name}.example.com`;
    const query =
      'mutation ($input: IssueCertificateInput!) { payload: issueCertificate(input: $input) { issuedCertificate { serialNumber } problems { code message } } }';
    const rest = random.chance(0.5);
    return this.#adding('issue', rest, () =>
      rest
        ? client.send('POST', `/v1/${mount}/issue/${name}`, { common_name: commonName })
        : client.graphql(query, { input: { mount, role: name, commonName } }),
    );
  }

  #sign(): Plan<Facts> {
    const { client, name } = this.around;
    const body = { csr: this.csr, common_name: `s${(this.#count += 1)}.${name}.example.com` };
    return this.#adding('sign', true, () => client.send('POST', `/v1/${mount}/sign/${name}`, body));
  }

  #adding(name: string, rest: boolean, send: () => Promise<Outcome>): Plan<Facts> {
    return {
      name,
      send,
      told: ({ json }) => {
        const serial = parted(
          rest
            ? issuedByRest.parse(json).data.serial_number
            : issuedByGraphql.parse(json).payload.issuedCertificate.serialNumber,
        );
        if (this.known.has(serial)) this.violation(`${serial} was issued twice`);
        this.known.set(serial, false);
        const kept = Object.entries(this.facts.certificates).slice(1 - atOnce);
        return { ...this.facts, certificates: Object.fromEntries([...kept, [serial, false]]) };
      },
      lost: () => (this.lost += 1),
      audit: ({ certificates }) => [`certificate.${name}`, bare(Object.keys(certificates).at(-1) ?? '')],
    };
  }

  #revoke(serial: string): Plan<Facts> {
    const { client, random } = this.around;
    const query =
      'mutation ($input: RevokeCertificateInput!) { payload: revokeCertificate(input: $input) { problems { code message } } }';
    const rest = random.chance(0.5);
    return {
      name: 'revoke',
      send: () =>
        rest
          ? client.send('POST', `/v1/${mount}/revoke`, { serial_number: serial })
          : client.graphql(query, { input: { mount, serialNumber: serial } }),
      after: { ...this.facts, certificates: { ...this.facts.certificates, [serial]: true } },
      audit: () => {
        this.known.set(serial, true);
        return ['certificate.revoke', bare(serial)];
      },
    };
  }

  #readCrl(): Plan<Facts> {
    const { client } = this.around;
    return {
      name: 'read a CRL',
      send: () => client.send('GET', `/v1/${mount}/crl`),
      after: this.facts,
      told: ({ bytes }) => {
        entriesOf(bytes);
        return this.facts;
      },
    };
  }
}
