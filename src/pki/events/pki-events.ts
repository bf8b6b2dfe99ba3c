import type { NewEvent } from '../../platform/events/event.js';

/** What can happen to a certificate. */
export const certificateEventKinds = ['certificate.issued', 'certificate.revoked', 'certificate.expiring'] as const;
export type CertificateEventKind = (typeof certificateEventKinds)[number];

export const crlPublished = 'crl.published';

/** Long work of a mount. */
export const mountJobs = ['crl.build'] as const;
export type MountJob = (typeof mountJobs)[number];

/** A certificate as events name it; its serial number as columns hold it. */
interface Named {
  readonly mountId: string;
  readonly serialNumber: string;
  /** Whose serial number it is: several issuers of a mount may have given the same. */
  readonly issuerId: string | null;
}

/** To be recorded with the row of a certificate that is stored. */
export const issuedEvent = (certificate: Named & { readonly issuedAt: Date }): NewEvent => ({
  ...of(certificate, 'certificate.issued', certificate.issuedAt),
});

/** @param reason as RFC 5280 5.3.1 counts them; null for none */
export const revokedEvent = (
  revocation: Named & { readonly revokedAt: Date; readonly reason: number | null },
): NewEvent => ({
  ...of(revocation, 'certificate.revoked', revocation.revokedAt, { reason: revocation.reason }),
});

/** @param days the threshold that it passed */
export const expiringEvent = (certificate: Named, days: number, at: Date): NewEvent => ({
  ...of(certificate, 'certificate.expiring', at, { days }),
});

/** To be recorded with the row of a CRL. */
export const crlEvent = (crl: {
  readonly mountId: string;
  readonly issuerId: string;
  readonly number: bigint;
  readonly delta: boolean;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date;
  readonly entryCount: bigint;
}): NewEvent => ({
  at: crl.thisUpdate,
  kind: crlPublished,
  topic: crl.mountId,
  subject: crl.issuerId,
  facts: {
    number: crl.number.toString(),
    delta: crl.delta,
    nextUpdate: crl.nextUpdate.toISOString(),
    entryCount: Number(crl.entryCount),
  },
});

function of(
  { mountId, serialNumber, issuerId }: Named,
  kind: CertificateEventKind,
  at: Date,
  facts: NewEvent['facts'] = {},
): NewEvent {
  return { at, kind, topic: mountId, subject: serialNumber, facts: { ...facts, issuer: issuerId } };
}
