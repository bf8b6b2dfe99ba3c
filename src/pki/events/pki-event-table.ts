import type { EventRow, EventTable } from '../../platform/events/event-catalogue.js';
import { eventFields } from '../../platform/graphql/event.js';
import { jobEventFields } from '../../platform/graphql/job-event.js';
import type { PathCapability } from '../access.js';
import { serialNumberOf } from '../x509/index.js';
import type { CelRoleEvent, CertificateEvent, CrlEvent, MountJobEvent, RoleEvent } from './pki-event.type.js';
import { celRoleEvents, certificateEvents, crlEvents, mountJobEvents, roleEvents } from './pki-events.js';

/** Callers with a capability at a path below the mount; `null` for every caller with a token. */
export interface PkiAudience {
  readonly on: 'mount';
  readonly needs: { readonly path: string; readonly capability: PathCapability } | null;
}

const whoeverLists = (path: string): PkiAudience => ({ on: 'mount', needs: { path, capability: 'list' } });
/** CRLs are public. */
const everybody: PkiAudience = { on: 'mount', needs: null };

type Row<Shown extends object> = EventRow<PkiAudience, Shown>;

const certificates: Row<CertificateEvent> = {
  ...certificateEvents,
  type: 'CertificateEvent',
  audience: whoeverLists('certs/'),
  show: (event, mountPath) => {
    const kind = certificateEvents.kinds.find((known) => known === event.kind);
    const { days, issuer } = event.facts;
    if (!kind) return null;
    return {
      ...eventFields(event),
      kind,
      mountPath,
      serialNumber: serialNumberOf(Buffer.from(event.subject, 'hex')),
      issuerId: typeof issuer === 'string' ? issuer : null,
      withinDays: typeof days === 'number' ? days : null,
    };
  },
};

const crls: Row<CrlEvent> = {
  ...crlEvents,
  type: 'CrlEvent',
  audience: everybody,
  show: (event, mountPath) => {
    const { number, delta, nextUpdate, entryCount, shard, unified } = event.facts;
    return {
      ...eventFields(event),
      mountPath,
      issuerId: event.subject,
      number: BigInt(String(number)),
      delta: delta === true,
      thisUpdate: event.at,
      nextUpdate: new Date(String(nextUpdate)),
      entryCount: Number(entryCount),
      shard: typeof shard === 'number' ? shard : null,
      unified: unified === true,
    };
  },
};

const roles: Row<RoleEvent> = {
  ...roleEvents,
  type: 'RoleEvent',
  audience: whoeverLists('roles/'),
  show: (event, mountPath) => {
    const kind = roleEvents.kinds.find((known) => known === event.kind);
    return kind ? { ...eventFields(event), kind, mountPath, name: event.subject } : null;
  },
};

const celRoles: Row<CelRoleEvent> = {
  ...celRoleEvents,
  type: 'CelRoleEvent',
  audience: whoeverLists('cel/roles/'),
  show: (event, mountPath) => {
    const kind = celRoleEvents.kinds.find((known) => known === event.kind);
    return kind ? { ...eventFields(event), kind, mountPath, name: event.subject } : null;
  },
};

const jobs: Row<MountJobEvent> = {
  ...mountJobEvents,
  type: 'MountJobEvent',
  audience: everybody,
  show: (event, mountPath) => {
    const fields = jobEventFields(event, mountJobEvents.jobs);
    return fields && { ...fields, mountPath, issuerId: event.subject };
  },
};

/** The events of certificate authorities, by their subscription. */
export const pkiEventTable = {
  certificateEvents: certificates,
  crlEvents: crls,
  roleEvents: roles,
  celRoleEvents: celRoles,
  mountJobEvents: jobs,
} as const satisfies EventTable<PkiAudience>;
