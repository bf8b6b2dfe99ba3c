import type { Audit } from '../../identity/audit/audit.js';
import type { Caller } from '../../identity/caller.js';
import type { Clock } from '../../platform/clock.js';
import type { DatabaseClient } from '../../platform/database/database.js';
import { inTurns } from '../../platform/turns.js';
import { problem } from '../../platform/problems.js';
import type { MountAccess } from '../access.js';
import type { AuthorityIssuer } from '../issuers/authority.js';
import type { MountTarget } from '../mounts/mount-target.js';
import { reading } from '../refusal.js';
import {
  buildCrlAsync,
  createAsyncSigner,
  decodePemBlock,
  isPem,
  eachEntry,
  encodePem,
  encodeRevokedEntry,
  entriesOf,
  extension,
  extensionOids,
  parseCrlFrame,
  parseSerialNumber,
  revocationTimeOf,
  verifyCrl,
} from '../x509/index.js';
import type { Extension } from '../x509/index.js';
import { parameter, worded } from '../../platform/wording.js';
import type { Said } from '../../platform/wording.js';

/** The common parameters of both ways of signing a list. */
export interface ListParameters {
  /** Number of the CRL, of up to 20 octets. */
  readonly crlNumber: bigint;
  /** The number of the complete CRL that a delta CRL adds to; -1 for a complete CRL. */
  readonly deltaCrlBaseNumber: bigint;
  /** Seconds that it is valid. */
  readonly nextUpdate: number;
  readonly format: string;
}

export interface GivenExtension {
  /** Dotted. */
  readonly id: string;
  readonly critical: boolean;
  /** DER, in base64. */
  readonly value: string;
}

export interface GivenEntry {
  readonly serialNumber: string;
  /** Undefined means now. */
  readonly revokedAt: Date | undefined;
  readonly extensions: readonly GivenExtension[];
}

/** A merged list. */
export interface ResignedList {
  readonly crl: string;
  readonly warnings: readonly Said[];
}

/** A response with more is not read by anybody. */
const mostWarnings = 100;

/** With OpenBao's text. @param serial lower-case hex */
const differing = (serial: string): string =>
  `Duplicate serial ${(serial.match(/../g) ?? []).join(':')} with different revocation times detected, using oldest revocation time`;

/** RFC 5280 5.2: extensions that the CRL always has. */
const ours: readonly string[] = [
  extensionOids.authorityKeyIdentifier,
  extensionOids.crlNumber,
  extensionOids.deltaCrlIndicator,
];

/** CRLs with entries from an operator instead of the revocations of this mount. They are signed and returned, but not published. */
export class SignedLists {
  constructor(private readonly deps: { access: MountAccess; audit: Audit; client: DatabaseClient; clock: Clock }) {}

  /**
   * `issuer/:ref/resign-crls`: combines several CRLs of this issuer into one, for clusters that revoke independently. If a serial number occurs twice, the
   * entry with the earliest time is used, and a warning says so.
   * @param crls PEM, one each
   * @returns PEM, or base64 of DER, and what differs between the lists
   * @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, ISSUER_NOT_FOUND, ISSUER_NOT_USABLE, INVALID_INPUT, REQUEST_REFUSED
   */
  async resign(
    caller: Caller,
    mount: MountTarget,
    reference: string,
    { crls, ...parameters }: ListParameters & { readonly crls: readonly string[] },
  ): Promise<ResignedList> {
    const authority = await this.deps.access.to(caller, mount, `issuer/${reference}/resign-crls`, 'update');
    const issuer = authority.issuerFor(reference, 'crl-signing');
    if (crls.length === 0) throw problem('INVALID_INPUT', 'crls: at least one CRL is needed', ['crls']);
    const entries = new Map<string, Uint8Array>();
    const warnings: string[] = [];
    let at = 0;
    for await (const pem of inTurns(crls)) {
      const index = at++;
      const der = reading('crls', () => entriesOf(this.#own(issuer, pem, index)));
      for await (const entry of inTurns(eachEntry(der))) {
        const known = entries.get(entry.serial);
        const [time, before] = [known && revocationTimeOf(entry.der), known && revocationTimeOf(known)];
        if (time !== before && warnings.length < mostWarnings) warnings.push(differing(entry.serial));
        if (time === undefined || before === undefined || time < before) entries.set(entry.serial, entry.der);
      }
    }
    return { crl: await this.#sign(caller, issuer, 'crl.resign', parameters, [...entries.values()], []), warnings };
  }

  /**
   * `issuer/:ref/sign-revocation-list`: a CRL with any entries and extensions.
   * @returns PEM, or base64 of DER
   * @throws as `resign`
   */
  async sign(
    caller: Caller,
    mount: MountTarget,
    reference: string,
    parameters: ListParameters & {
      readonly revokedCerts: readonly GivenEntry[];
      readonly extensions: readonly GivenExtension[];
    },
  ): Promise<string> {
    const authority = await this.deps.access.to(caller, mount, `issuer/${reference}/sign-revocation-list`, 'update');
    const issuer = authority.issuerFor(reference, 'crl-signing');
    const now = this.deps.clock.now();
    const serials = new Set<string>();
    const entries: Uint8Array[] = [];
    for await (const given of inTurns(parameters.revokedCerts)) {
      const field = ['revokedCerts', String(entries.length)];
      const serialNumber = parseSerialNumber(given.serialNumber.trim());
      if (!serialNumber) throw problem('INVALID_INPUT', `"${given.serialNumber}" is not a serial number`, field);
      if (serials.has(serialNumber)) throw problem('INVALID_INPUT', `serial ${serialNumber} is given twice`, field);
      serials.add(serialNumber);
      const extensions = given.extensions.map((each) => readExtension(each, [...field, 'extensions']));
      const entry = { serialNumber, revokedAt: given.revokedAt ?? now, extensions };
      entries.push(reading('revokedCerts', () => encodeRevokedEntry(entry)));
    }
    const extensions = parameters.extensions.map((each) => readExtension(each, ['extensions']));
    const forbidden = extensions.find(({ oid }) => ours.includes(oid));
    if (forbidden)
      throw problem('INVALID_INPUT', `extension ${forbidden.oid} is reserved: the CRL sets it itself`, ['extensions']);
    return this.#sign(caller, issuer, 'crl.sign-revocation-list', parameters, entries, extensions);
  }

  /** @throws X509Error if this issuer did not sign the CRL */
  #own({ certificate }: AuthorityIssuer, pem: string, index: number): Buffer {
    if (!isPem(pem))
      throw problem('REQUEST_REFUSED', `failed decoding crl ${index}: invalid crl; should be one PEM block only`, [
        'crls',
      ]);
    const crl = parseCrlFrame(decodePemBlock(pem, ['X509 CRL'], 'CRL'));
    if (!crl.issuer.equals(certificate.subject))
      throw problem('REQUEST_REFUSED', `CRL index: ${index} was not signed by requested issuer`, ['crls']);
    verifyCrl(crl, certificate.publicKey.key);
    return crl.der;
  }

  async #sign(
    caller: Caller,
    issuer: AuthorityIssuer,
    action: string,
    { crlNumber, deltaCrlBaseNumber, nextUpdate, format }: ListParameters,
    entries: readonly Uint8Array[],
    extensions: readonly Extension[],
  ): Promise<string> {
    if (format !== 'pem' && format !== 'der')
      throw problem('INVALID_INPUT', 'the "format" parameter must be "pem" or "der"', ['format']);
    if (crlNumber < 0n)
      throw problem('INVALID_INPUT', worded`${parameter('crl_number')} must not be negative`, ['crlNumber']);
    if (nextUpdate <= 0)
      throw problem('INVALID_INPUT', worded`${parameter('next_update')} must be greater than 0`, ['nextUpdate']);
    if (deltaCrlBaseNumber < -1n) throw problem('INVALID_INPUT', baseTooLow, ['deltaCrlBaseNumber']);
    if (deltaCrlBaseNumber >= 0n && deltaCrlBaseNumber >= crlNumber)
      throw problem('INVALID_INPUT', baseTooHigh, ['deltaCrlBaseNumber']);
    const thisUpdate = this.deps.clock.now();
    const content = {
      issuer: issuer.certificate.subject,
      issuerKeyId: issuer.subjectKeyId,
      number: crlNumber,
      deltaBase: deltaCrlBaseNumber < 0n ? undefined : deltaCrlBaseNumber,
      thisUpdate,
      nextUpdate: new Date(thisUpdate.getTime() + nextUpdate * 1000),
      entries,
      extensions,
    };
    const signer = createAsyncSigner(issuer.privateKey(), issuer.revocationSignature);
    const der = await reading('crlNumber', () => buildCrlAsync(content, signer));
    const target = { type: 'issuer' as const, id: issuer.id, name: issuer.name ?? issuer.uuid };
    const details = { mount: issuer.mountPath, number: crlNumber.toString(), entries: entries.length };
    await this.deps.audit.record(this.deps.client, caller, action, target, details);
    return format === 'der' ? der.toString('base64') : encodePem('X509 CRL', der).trimEnd();
  }
}

const dotted = /^[0-2](?:\.(?:0|[1-9]\d{0,38})){1,63}$/;
const base64 = /^[A-Za-z0-9+/]*={0,2}$/;

function readExtension({ id, critical, value }: GivenExtension, field: readonly string[]): Extension {
  if (!dotted.test(id)) throw problem('INVALID_INPUT', `"${id}" is not an object identifier`, field);
  if (!base64.test(value)) throw problem('INVALID_INPUT', `the value of extension ${id} is not base64`, field);
  return reading('extensions', () => extension(id, Buffer.from(value, 'base64'), { critical }));
}

const baseTooLow = worded`${parameter('delta_crl_base_number')} must be -1, for a complete CRL, or more`;
const baseTooHigh = worded`${parameter('delta_crl_base_number')} must be less than ${parameter('crl_number')}`;
