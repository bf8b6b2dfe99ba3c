import { contextConstructed, Tag } from '../der-writer.js';
import type { DerValue } from '../der-reader.js';
import { readGeneralNames } from '../general-name.js';
import type { GeneralName } from '../general-name.js';

/** CRLStatus (RFC 9810 §5.3.19.17): which CRL a client wants, and which it has. */
export interface CrlStatus {
  /** Of its distribution point, or of its issuer. */
  readonly names: readonly GeneralName[];
  readonly of: 'point' | 'issuer';
  /** `thisUpdate` of the one that it has. */
  readonly since: Date | undefined;
}

const mostStatuses = 20;

export const readCrlStatuses = (value: DerValue): readonly CrlStatus[] =>
  value.items(undefined, { most: mostStatuses }).map((item) => {
    const fields = item.fields();
    const source = fields.next('source');
    const time = fields.optional('this update', Tag.utcTime, Tag.generalizedTime);
    fields.end();
    const of = source.tag === contextConstructed(0) ? ('point' as const) : ('issuer' as const);
    const inside = source.inner(contextConstructed(of === 'point' ? 0 : 1));
    // A point may also be named relative to its issuer, which no certificate does here.
    const names =
      of === 'issuer'
        ? readGeneralNames(inside)
        : inside.tag === contextConstructed(0)
          ? readGeneralNames(inside, contextConstructed(0))
          : [];
    return { names, of, since: time?.time() };
  });

/** CertProfileValue (RFC 9810 §5.1.1.4). */
export const readProfiles = (value: DerValue): readonly string[] =>
  value.items(undefined, { most: mostStatuses }).map((each) => each.utf8());
