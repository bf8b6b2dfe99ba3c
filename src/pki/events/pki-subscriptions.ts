import type { Caller } from '../../identity/caller.js';
import type { RecordedEvent } from '../../platform/events/event.js';
import type { EventFeed } from '../../platform/events/event-feed.js';
import { SelectedEvents } from '../../platform/events/selected-events.js';
import type { ResumableStream } from '../../platform/events/selected-events.js';
import { eventFields } from '../../platform/graphql/event.js';
import { jobEventFields } from '../../platform/graphql/job-event.js';
import { jobEventKinds } from '../../platform/jobs/job-progress.js';
import { problem } from '../../platform/problems.js';
import type { MountAccess, PathPolicies } from '../access.js';
import type { AuthorityReader } from '../issuers/authority.js';
import { normalPath } from '../mounts/mount-path.js';
import { serialNumberOf } from '../x509/index.js';
import type {
  CertificateEvent,
  CertificateEventsArgs,
  CrlEvent,
  CrlEventsArgs,
  MountJobEvent,
  MountJobEventsArgs,
} from './pki-event.type.js';
import { certificateEventKinds, crlPublished, mountJobs } from './pki-events.js';
import type { CertificateEventKind } from './pki-events.js';

/** Who is calling, asked again for each event: rights and tokens end while a subscription lasts. */
type PresentCaller = () => Promise<Caller>;

/** What happens in the certificate authority, for those who may see it at the moment that it happens. */
export class PkiSubscriptions {
  constructor(
    private readonly deps: {
      feed: EventFeed;
      access: MountAccess;
      policies: PathPolicies;
      authorities: AuthorityReader;
    },
  ) {}

  /**
   * For those who may list the certificates of the mount.
   * @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, UNAUTHENTICATED, EVENT_GONE, INVALID_PARAMETER; those of rights also later, when they become true
   */
  async ofCertificates(
    present: PresentCaller,
    { mount: path, kinds, after }: CertificateEventsArgs,
  ): Promise<ResumableStream<CertificateEvent>> {
    const { feed, access, policies } = this.deps;
    const { mount } = await access.to(await present(), path, 'certs/', 'list');
    const follower = await feed.follow({ topic: mount.id, kinds: kinds ?? certificateEventKinds }, after ?? null);
    return new SelectedEvents(follower, async (event) => {
      const allowed = await policies.allows(await present(), `${normalPath(path)}/certs/`, 'list');
      if (!allowed) throw problem('PERMISSION_DENIED');
      return shownCertificateEvent(event, mount.path);
    });
  }

  /** CRLs are public: for whoever has a token. @throws MOUNT_NOT_FOUND, UNAUTHENTICATED, EVENT_GONE, INVALID_PARAMETER */
  ofCrls(present: PresentCaller, args: CrlEventsArgs): Promise<ResumableStream<CrlEvent>> {
    return this.#public(present, args, [crlPublished], shownCrlEvent);
  }

  /** Of the making of CRLs: as {@link ofCrls}. */
  ofJobs(present: PresentCaller, args: MountJobEventsArgs): Promise<ResumableStream<MountJobEvent>> {
    return this.#public(present, args, jobEventKinds, shownJobEvent);
  }

  async #public<Shown>(
    present: PresentCaller,
    { mount: path, after }: { readonly mount: string; readonly after?: string | null },
    kinds: readonly string[],
    shown: (event: RecordedEvent, mountPath: string) => Shown | null,
  ): Promise<ResumableStream<Shown>> {
    await present();
    const { mount } = await this.deps.authorities.byPath(path);
    const follower = await this.deps.feed.follow({ topic: mount.id, kinds }, after ?? null);
    return new SelectedEvents(follower, async (event) => {
      await present();
      return shown(event, mount.path);
    });
  }
}

function shownCertificateEvent(event: RecordedEvent, mountPath: string): CertificateEvent | null {
  const { kind, subject, facts } = event;
  if (!isCertificateKind(kind)) return null;
  const { days, issuer } = facts;
  return {
    ...eventFields(event),
    kind,
    mountPath,
    serialNumber: serialNumberOf(Buffer.from(subject, 'hex')),
    issuerId: typeof issuer === 'string' ? issuer : null,
    withinDays: typeof days === 'number' ? days : null,
  };
}

function shownCrlEvent(event: RecordedEvent, mountPath: string): CrlEvent {
  const { number, delta, nextUpdate, entryCount } = event.facts;
  return {
    ...eventFields(event),
    mountPath,
    issuerId: event.subject,
    number: BigInt(String(number)),
    delta: delta === true,
    thisUpdate: event.at,
    nextUpdate: new Date(String(nextUpdate)),
    entryCount: Number(entryCount),
  };
}

function shownJobEvent(event: RecordedEvent, mountPath: string): MountJobEvent | null {
  const fields = jobEventFields(event, mountJobs);
  return fields && { ...fields, mountPath, issuerId: event.subject };
}

const isCertificateKind = (word: string): word is CertificateEventKind =>
  (certificateEventKinds as readonly string[]).includes(word);
