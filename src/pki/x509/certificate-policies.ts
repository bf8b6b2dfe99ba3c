import { asciiString, oid, sequence, Tag, utf8String } from './der-writer.js';
import type { DerValue } from './der-reader.js';
import { X509Error } from './error.js';
import { extension, type Extension } from './extension.js';
import { ExtensionKind } from './extension-kind.js';
import { extensionOids, policyQualifierOids } from './oids.js';

/** A policy under which a certificate was issued (RFC 5280 4.2.1.4). */
export interface CertificatePolicy {
  /** Dotted object identifier. */
  readonly oid: string;
  /** Address of the certification practice statement. */
  readonly cps?: string | undefined;
  /** Text to show to a relying party, at most 200 characters. */
  readonly notice?: string | undefined;
}

function qualifiers({ cps, notice }: CertificatePolicy): Buffer[] {
  const given: Buffer[] = [];
  if (cps !== undefined) {
    if (!/^[\x21-\x7e]+$/.test(cps)) throw new X509Error('invalid_value', 'policy CPS', 'not an address in ASCII');
    given.push(sequence(oid(policyQualifierOids.cps), asciiString(Tag.ia5String, cps)));
  }
  if (notice !== undefined) {
    if (notice.length === 0 || notice.length > 200)
      throw new X509Error('invalid_value', 'policy notice', 'not of 1 to 200 characters');
    given.push(sequence(oid(policyQualifierOids.userNotice), sequence(utf8String(notice))));
  }
  return given.length === 0 ? [] : [sequence(...given)];
}

/** @throws X509Error `invalid_value`, also for a duplicate policy */
export function certificatePolicies(policies: readonly CertificatePolicy[]): Extension {
  if (policies.length === 0) throw new X509Error('invalid_value', 'certificate policies', 'empty');
  if (new Set(policies.map((policy) => policy.oid)).size !== policies.length)
    throw new X509Error('invalid_value', 'certificate policies', 'a policy twice');
  const infos = policies.map((policy) => sequence(oid(policy.oid), ...qualifiers(policy)));
  return extension(extensionOids.certificatePolicies, sequence(...infos));
}

/** Qualifiers after the first CPS address and the first notice text are ignored. */
export function readCertificatePolicies(value: DerValue): CertificatePolicy[] {
  const policies = value.items().map(readPolicy);
  if (new Set(policies.map((policy) => policy.oid)).size !== policies.length) throw value.fail('a policy twice');
  return policies;
}

function readPolicy(item: DerValue): CertificatePolicy {
  const fields = item.fields();
  const type = fields.next('policy').oid();
  const list = fields.optional('qualifiers', Tag.sequence)?.items() ?? [];
  fields.end();
  // Of thousands of policies, most have no qualifiers.
  if (list.length === 0) return { oid: type, cps: undefined, notice: undefined };
  const read = list.map((each) => {
    const qualifier = each.fields();
    const id = qualifier.next('qualifier identifier').oid();
    const body = qualifier.next('qualifier');
    qualifier.end();
    return {
      cps: id === policyQualifierOids.cps ? body.ascii() : undefined,
      notice: id === policyQualifierOids.userNotice ? readNotice(body) : undefined,
    };
  });
  return {
    oid: type,
    cps: read.find(({ cps }) => cps !== undefined)?.cps,
    notice: read.find(({ notice }) => notice !== undefined)?.notice,
  };
}

function readNotice(body: DerValue): string | undefined {
  const fields = body.fields();
  fields.optional('notice reference', Tag.sequence);
  const text = fields.more() ? fields.next('text').text() : undefined;
  fields.end();
  return text;
}

export const certificatePoliciesKind = new ExtensionKind(extensionOids.certificatePolicies, readCertificatePolicies);
