import { createHmac, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../platform/clock.js';
import type { StateVersionId, TokenId } from '../../platform/ids.js';
import { ids } from '../../platform/ids.js';
import { problem } from '../../platform/problems.js';

/** Which content of a state version a URL is for. */
export type ContentKind = 'raw' | 'json';
/** What may be done with the URL. */
export type ContentDirection = 'upload' | 'download';

/** What a signed URL allows: one thing, with one content of one state version, until a time. */
interface ContentGrant {
  readonly kind: ContentKind;
  readonly stateVersionId: StateVersionId;
  readonly expiresAt: Date;
}

/** The state version itself says whether it still waits for content. */
export interface UploadGrant extends ContentGrant {
  readonly direction: 'upload';
}

/** The URL is valid no longer than the rights of the caller to whom it was shown. */
export interface DownloadGrant extends ContentGrant {
  readonly direction: 'download';
  /** The token that the URL was shown to. */
  readonly tokenId: TokenId;
}

/** Path of all content URLs; what follows is the object id of Terraform Enterprise, which here is the signed grant itself. */
export const contentPath = '/objects/v1/object/';

const letters = { upload: 'u', download: 'd', raw: 'r', json: 'j' } as const;
const hour = 3_600_000;

/**
 * Makes and checks the URLs that authorize themselves. Nothing is stored: the grant travels in the URL under an HMAC. Whether content
 * was uploaded already is for the state version's row to say.
 */
export class ContentUrls {
  /** Claims to their signatures: the same URLs are shown again and again. */
  readonly #signed = new LRUCache<string, string>({ max: 10_000 });

  /** @param deps.keys the one to sign with first; what was signed with another is good as well */
  constructor(private readonly deps: { keys: readonly Buffer[]; clock: Clock; lifetimeMs: number }) {}

  /** An upload URL lives from the creation of its state version on, so that reading the version again shows the same URL. */
  upload(baseUrl: string, kind: ContentKind, version: { id: StateVersionId; createdAt: Date }): string {
    const expiresAt = new Date(version.createdAt.getTime() + this.deps.lifetimeMs);
    return this.#url(baseUrl, { direction: 'upload', kind, stateVersionId: version.id, expiresAt });
  }

  /** A download URL stays the same for an hour and then lives for at least the lifetime, as long as the token it is shown to may read. */
  download(baseUrl: string, kind: ContentKind, version: { id: StateVersionId }, tokenId: TokenId): string {
    const nextHour = Math.ceil((this.deps.clock.now().getTime() + 1) / hour) * hour;
    const expiresAt = new Date(nextHour + this.deps.lifetimeMs);
    return this.#url(baseUrl, { direction: 'download', kind, stateVersionId: version.id, expiresAt, tokenId });
  }

  /**
   * Reads a grant back from the last segment of an upload URL.
   * @throws SIGNATURE_INVALID, SIGNATURE_EXPIRED
   */
  openUpload(segment: string): UploadGrant {
    return { direction: 'upload', ...this.#open(segment, 'upload') };
  }

  /**
   * The same of a download URL.
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
    // Compared as texts: the last letter of one has bits that decoding drops, and a grant has one URL.
    const given = Buffer.from(signature);
    const claims = segment.slice(0, segment.indexOf('.'));
    const isSigned = this.deps.keys.map((key) => isSame(given, Buffer.from(signatureOf(key, claims)))).includes(true);
    if (!isSigned) throw problem('SIGNATURE_INVALID');
    if (way !== letters[direction]) throw problem('SIGNATURE_INVALID', `This URL is not for ${direction}s`);
    const expiresAt = new Date(Number.parseInt(seconds, 36) * 1000);
    if (expiresAt <= this.deps.clock.now()) throw problem('SIGNATURE_EXPIRED');
    return { kind: what === letters.raw ? 'raw' : 'json', stateVersionId: id, expiresAt, token };
  }

  #url(baseUrl: string, grant: UploadGrant | DownloadGrant): string {
    const seconds = Math.floor(grant.expiresAt.getTime() / 1000).toString(36);
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
