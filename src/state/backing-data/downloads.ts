import type { Access } from '../../identity/access/access.js';
import type { Audit } from '../../identity/audit/audit.js';
import type { Authentication } from '../../identity/tokens/authentication.js';
import { isObjectId } from '../../platform/objects/object-id.js';
import { ObjectRangeInvalid } from '../../platform/objects/object-errors.js';
import type { ByteRange, Objects, ReadObject } from '../../platform/objects/sealed-objects.js';
import { problem } from '../../platform/problems.js';
import { placeOf } from '../versions/versions.js';
import type { StateVersionStore } from '../versions/version.store.js';
import type { ContentKind, ContentUrls } from './content-url.js';
import type { RemoteActor } from '../../identity/audit/actor.js';

/** The target of a signed download URL, before any byte is read. */
export interface Downloadable {
  readonly kind: ContentKind;
  /** Strong entity tag with quotes: its content never changes. */
  readonly etag: string;
  readonly lastModified: Date;
  readonly size: number;
  /** Opens the content, or a part of it, and records the read; small content is opened as a whole. @throws RANGE_NOT_SATISFIABLE */
  open(range?: ByteRange): Promise<ReadObject | Buffer>;
}

/** Downloads from signed URLs. */
export class Downloads {
  constructor(
    private readonly deps: {
      store: StateVersionStore;
      objects: Objects;
      urls: ContentUrls;
      audit: Audit;
      access: Access;
      authentication: Pick<Authentication, 'callerOf'>;
    },
  ) {}

  /** Checks without reading stored data that a URL was signed here for a download. @throws SIGNATURE_INVALID, SIGNATURE_EXPIRED */
  requireSigned(segment: string): void {
    this.deps.urls.openDownload(segment);
  }

  /**
   * @param actor who downloads, as far as known, for the record: the permission comes from the URL
   * @throws SIGNATURE_INVALID, SIGNATURE_EXPIRED, NOT_FOUND if the content is missing or deleted, even for a caller who was shown the URL
   */
  async find(segment: string, actor: RemoteActor): Promise<Downloadable> {
    const { store, objects, urls, audit, access, authentication } = this.deps;
    const grant = urls.openDownload(segment);
    const [located, shownTo] = await Promise.all([
      store.byId(grant.stateVersionId),
      authentication.callerOf(grant.tokenId, actor.origin),
    ]);
    const version = located?.version.status === 'finalized' ? located.version : null;
    const objectId = grant.kind === 'raw' ? version?.contentObjectId : version?.jsonObjectId;
    if (!located || !version || !objectId || !isObjectId(objectId)) {
      throw problem('NOT_FOUND', 'The content of this state version is not available');
    }
    if (!shownTo) throw problem('NOT_FOUND');
    await access.onWorkspace(shownTo, 'state-version.read', placeOf(located.home));
    const found = await objects.find(objectId);
    if (!found) throw problem('CONTENT_UNAVAILABLE');
    const target = { type: 'state-version' as const, id: version.id, organizationId: located.home.organizationId };
    return {
      kind: grant.kind,
      etag: `"${objectId}"`,
      lastModified: (grant.kind === 'raw' ? version.finalizedAt : version.jsonUploadedAt) ?? version.createdAt,
      size: found.size,
      async open(range) {
        await audit.read(actor, 'state-version.download', target, {
          kind: grant.kind,
          ...(range && { from: range.start, to: range.end }),
        });
        try {
          return await (found.bytes(range) ?? found.read(range));
        } catch (error) {
          if (error instanceof ObjectRangeInvalid) throw problem('RANGE_NOT_SATISFIABLE');
          throw error;
        }
      },
    };
  }
}
