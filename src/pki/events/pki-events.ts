import { newEvent } from '../../platform/events/event-catalogue.js';
import type { WrittenEvents } from '../../platform/events/event-catalogue.js';
import type { NewEvent } from '../../platform/events/event.js';
import { jobEvents } from '../../platform/jobs/job-progress.js';

const ofMount = { topic: 'mount', scope: null } as const;

/** What can happen to a certificate. */
export const certificateEvents = {
  ...ofMount,
  kinds: ['certificate.issued', 'certificate.revoked', 'certificate.expiring'],
  subject: 'serial number, as columns hold it',
  facts: ['issuer', 'reason', 'days'],
} as const satisfies WrittenEvents;
export type CertificateEventKind = (typeof certificateEvents.kinds)[number];

export const crlEvents = {
  ...ofMount,
  kinds: ['crl.published'],
  subject: 'issuer',
  facts: ['number', 'delta', 'nextUpdate', 'entryCount'],
} as const satisfies WrittenEvents;

/** What can happen to a role. */
export const roleEvents = {
  ...ofMount,
  kinds: ['role.created', 'role.changed', 'role.deleted'],
  subject: 'name of the role',
  facts: [],
} as const satisfies WrittenEvents;
export type RoleEventKind = (typeof roleEvents.kinds)[number];

/** To be recorded in the transaction that does it. */
export const roleEvent = (
  kind: RoleEventKind,
  { mountId, name }: { readonly mountId: string; readonly name: string },
  at: Date,
): NewEvent => newEvent(roleEvents, { at, kind, topic: mountId, subject: name });

/** Long work of a mount. */
export const mountJobEvents = {
  ...ofMount,
  ...jobEvents,
  subject: 'issuer',
  jobs: ['crl.build'],
} as const satisfies WrittenEvents;
export type MountJob = (typeof mountJobEvents.jobs)[number];

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
}): NewEvent =>
  newEvent(crlEvents, {
    at: crl.thisUpdate,
    kind: 'crl.published',
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
  facts: { readonly reason?: number | null; readonly days?: number } = {},
): NewEvent {
  const place = { topic: mountId, subject: serialNumber };
  return newEvent(certificateEvents, { at, kind, ...place, facts: { ...facts, issuer: issuerId } });
}
