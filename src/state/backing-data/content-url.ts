import { createHmac, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../platform/clock.js';
import type { StateVersionId, TokenId } from '../../platform/ids.js';
import { ids } from '../../platform/ids.js';
import { problem } from '../../platform/problems.js';

/** The content of a state version that a URL is for. */
export type ContentKind = 'raw' | 'json';
/** What the URL allows. */
export type ContentDirection = 'upload' | 'download';

/** The permission in a signed URL: one action, with one content of one state version, until a time. */
interface ContentGrant {
  readonly kind: ContentKind;
  readonly stateVersionId: StateVersionId;
  readonly expiresAt: Date;
}

/** The state version itself says whether it still waits for content. */
export interface UploadGrant extends ContentGrant {
  readonly direction: 'upload';
}

/** The URL is valid only as long as the caller to whom it was shown has the permission. */
export interface DownloadGrant extends ContentGrant {
  readonly direction: 'download';
  /** The token that the URL was shown to. */
  readonly tokenId: TokenId;
}

/** Path of all content URLs. It is followed by Terraform Enterprise's object id, which here is the signed grant itself. */
export const contentPath = '/objects/v1/object/';

const letters = { upload: 'u', download: 'd', raw: 'r', json: 'j' } as const;

/** For this part of its lifetime the URL of a new version is shown again: who creates and reads a version gets the same document. */
const shownAgain = 1 / 60;

/**
 * Creates and verifies URLs that need no token. Nothing is stored: the URL contains the grant with an HMAC. The row of the state version says whether content
 * was uploaded already.
 */
export class ContentUrls {
  /** Cached signatures by claims: the same URLs are shown repeatedly. */
  readonly #signed = new LRUCache<string, string>({ max: 10_000 });

  /** @param deps.keys the first one signs; signatures of the others are still valid */
  constructor(private readonly deps: { keys: readonly Buffer[]; clock: Clock; lifetimeMs: number }) {}

  upload(baseUrl: string, kind: ContentKind, version: { id: StateVersionId; createdAt: Date }): string {
    const expiresAt = this.#end(version.createdAt);
    return this.#url(baseUrl, { direction: 'upload', kind, stateVersionId: version.id, expiresAt });
  }

  /** A download URL is valid only as long as the token that it was shown to may read. */
  download(
    baseUrl: string,
    kind: ContentKind,
    version: { id: StateVersionId; createdAt: Date },
    tokenId: TokenId,
  ): string {
    const expiresAt = this.#end(version.createdAt);
    return this.#url(baseUrl, { direction: 'download', kind, stateVersionId: version.id, expiresAt, tokenId });
  }

  /**
   * When a URL that is shown now expires: its lifetime begins with the version while that is new, and later with the second in which it is shown. So every URL
   * lives as long as the setting says, and all servers show the same one.
   */
  #end(createdAt: Date): Date {
    const { clock, lifetimeMs } = this.deps;
    const now = clock.now().getTime();
    const isNew = now - createdAt.getTime() < lifetimeMs * shownAgain;
    return new Date((isNew ? createdAt.getTime() : now) + lifetimeMs);
  }

  /**
   * Reads the grant from the last segment of an upload URL.
   * @throws SIGNATURE_INVALID, SIGNATURE_EXPIRED
   */
  openUpload(segment: string): UploadGrant {
    return { direction: 'upload', ...this.#open(segment, 'upload') };
  }

  /**
   * The same for a download URL.
   * @throws SIGNATURE_INVALID, SIGNATURE_EXPIRED
   */
  openDownload(segment: string): DownloadGrant {
    const { token, ...grant } = this.#open(segment, 'download');
    const tokenId = ids.token.parse(`at-${token ?? ''}`);
    if (tokenId === null) throw problem('SIGNATURE_INVALID');
    return { direction: 'download', tokenId, ...grant };
  }

  #open(segment: string, direction: ContentDirection): ContentGrant & { readonly token: string | undefined } {
    const [, way, what, version, token, seconds, signature] =
      /^([ud])([rj])([A-Za-z0-9]{16})([A-Za-z0-9]{16})?([0-9a-z]{1,10})\.([A-Za-z0-9_-]{43})$/.exec(segment) ?? [];
    const id = ids.stateVersion.parse(`sv-${version ?? ''}`);
    if (signature === undefined || seconds === undefined || id === null) throw problem('SIGNATURE_INVALID');
    // Compared as texts: the last letter has bits that decoding ignores, but a grant must have only one URL.
    const given = Buffer.from(signature);
    const claims = segment.slice(0, segment.indexOf('.'));
    if (!this.#isSigned(claims, given)) throw problem('SIGNATURE_INVALID');
    if (way !== letters[direction]) throw problem('SIGNATURE_INVALID', `This URL is not for ${direction}s`);
    const expiresAt = new Date(Number.parseInt(seconds, 36) * 1000);
    if (expiresAt <= this.deps.clock.now()) throw problem('SIGNATURE_EXPIRED');
    return { kind: what === letters.raw ? 'raw' : 'json', stateVersionId: id, expiresAt, token };
  }

  /** Nearly every URL was shown here a moment before, and what it says is no secret: only its signature is compared in constant time. */
  #isSigned(claims: string, given: Buffer): boolean {
    const shown = this.#signed.get(claims);
    if (shown !== undefined && isSame(given, Buffer.from(shown))) return true;
    return this.deps.keys.map((key) => isSame(given, Buffer.from(signatureOf(key, claims)))).includes(true);
  }

  #url(baseUrl: string, grant: UploadGrant | DownloadGrant): string {
    const seconds = Math.ceil(grant.expiresAt.getTime() / 1000).toString(36);
    const token = grant.direction === 'download' ? grant.tokenId.slice(3) : '';
    const claims = `${letters[grant.direction]}${letters[grant.kind]}${grant.stateVersionId.slice(3)}${token}${seconds}`;
    let signature = this.#signed.get(claims);
    if (signature === undefined) {
      signature = this.#sign(claims);
      this.#signed.set(claims, signature);
    }
    return `${baseUrl}${contentPath}${claims}.${signature}`;
  }

  #sign(claims: string): string {
    const [key] = this.deps.keys;
    if (!key) throw new Error('there is no key to sign URLs with');
    return signatureOf(key, claims);
  }
}

const signatureOf = (key: Buffer, claims: string): string =>
  createHmac('sha256', key).update(claims).digest('base64url');

const isSame = (given: Buffer, expected: Buffer): boolean =>
  given.length === expected.length && timingSafeEqual(given, expected);
