import { newEvent } from '../../platform/events/event-catalogue.js';
import type { WrittenEvents } from '../../platform/events/event-catalogue.js';
import type { NewEvent } from '../../platform/events/event.js';
import { jobEvents } from '../../platform/jobs/job-progress.js';

const ofMount = { topic: 'mount', scope: null } as const;

/** The events of a certificate. */
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
  facts: ['number', 'delta', 'nextUpdate', 'entryCount', 'shard', 'unified'],
} as const satisfies WrittenEvents;

/** A CRL that ends soon and that nobody has replaced. Webhooks ask for these events; no subscription reports them. */
export const crlExpiryEvents = {
  ...ofMount,
  kinds: ['crl.expiring'],
  subject: 'issuer',
  facts: ['number', 'nextUpdate', 'hours'],
} as const satisfies WrittenEvents;

/** The events of a role. */
export const roleEvents = {
  ...ofMount,
  kinds: ['role.created', 'role.changed', 'role.deleted'],
  subject: 'name of the role',
  facts: [],
} as const satisfies WrittenEvents;
export type RoleEventKind = (typeof roleEvents.kinds)[number];

/** The events of a CEL role. */
export const celRoleEvents = {
  ...ofMount,
  kinds: ['cel-role.created', 'cel-role.changed', 'cel-role.deleted'],
  subject: 'name of the role',
  facts: [],
} as const satisfies WrittenEvents;
export type CelRoleEventKind = (typeof celRoleEvents.kinds)[number];

/** For the transaction of the change. */
export const celRoleEvent = (
  kind: CelRoleEventKind,
  { mountId, name }: { readonly mountId: string; readonly name: string },
  at: Date,
): NewEvent => newEvent(celRoleEvents, { at, kind, topic: mountId, subject: name });

/** For the transaction of the change. */
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

/** A certificate in the form of events; its serial number is in the form of the column. */
interface Named {
  readonly mountId: string;
  readonly serialNumber: string;
  /** The issuer of the serial number: several issuers of a mount may have used the same number. */
  readonly issuerId: string | null;
}

/** To be recorded with the row of a stored certificate. */
export const issuedEvent = (certificate: Named & { readonly issuedAt: Date }): NewEvent => ({
  ...of(certificate, 'certificate.issued', certificate.issuedAt),
});

/** @param reason number of RFC 5280 5.3.1; null for none */
export const revokedEvent = (
  revocation: Named & { readonly revokedAt: Date; readonly reason: number | null },
): NewEvent => ({
  ...of(revocation, 'certificate.revoked', revocation.revokedAt, { reason: revocation.reason }),
});

/** @param days the configured number of days */
export const expiringEvent = (certificate: Named, days: number, at: Date): NewEvent => ({
  ...of(certificate, 'certificate.expiring', at, { days }),
});

interface PublishedCrl {
  readonly mountId: string;
  readonly issuerId: string;
  readonly number: bigint;
  readonly delta: boolean;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date;
  readonly entryCount: bigint;
}

/** To be recorded with the row of a CRL. @param scope of one that is not about all certificates of an issuer in its mount */
export const crlEvent = (
  crl: PublishedCrl,
  scope: { readonly shard?: number; readonly unified?: boolean } = {},
): NewEvent =>
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
      ...scope,
    },
  });

/** @param hours the number of hours that somebody asked for */
export const crlExpiringEvent = (
  crl: { readonly mountId: string; readonly issuerId: string; readonly number: bigint; readonly nextUpdate: Date },
  hours: number,
  at: Date,
): NewEvent =>
  newEvent(crlExpiryEvents, {
    at,
    kind: 'crl.expiring',
    topic: crl.mountId,
    subject: crl.issuerId,
    facts: { number: crl.number.toString(), nextUpdate: crl.nextUpdate.toISOString(), hours },
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
