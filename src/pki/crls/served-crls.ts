import type { Authority, AuthorityIssuer } from '../issuers/authority.js';
import type { CrlHead, CrlKind } from './crl.store.js';
import { lastOf } from './crls.js';
import type { Crls } from './crls.js';
import type { CrlOctets } from './parts/crl-octets.js';
import type { ScopedHead } from './scoped/scoped-crl.store.js';
import type { ScopedCrls } from './scoped/scoped-crls.js';

/** Which CRL of an issuer somebody asks for. */
export type AskedCrl =
  | { readonly kind: CrlKind; readonly path: CrlPath; readonly shard?: never }
  | { readonly shard: number };

/** The paths that a mount always had, or those of unified CRLs. */
export type CrlPath = 'existing' | 'unified';

/** What everybody may know of a CRL. */
export type ServedHead = Omit<CrlHead, 'through'>;

/** A CRL as it is served. */
export interface ServedCrl {
  readonly head: ServedHead;
  /** Tells it from the other CRLs of its issuer. */
  readonly scope: string;
  /** DER. @throws CrlReplaced */
  readonly octets: () => Promise<CrlOctets>;
  /** Octets of it. @throws CrlReplaced */
  readonly size: () => Promise<number>;
}

/** The last one, read. */
export interface CurrentCrl extends ServedHead {
  /** DER. */
  readonly octets: CrlOctets;
}

/** Decides which CRL is served: unified ones where the mount takes part in them, and on the existing paths if it says so. */
export class ServedCrls {
  constructor(private readonly deps: { crls: Crls; scoped: ScopedCrls }) {}

  /** Undefined if there is none. @throws CRL_TOO_LARGE */
  async find(authority: Authority, issuer: AuthorityIssuer, asked: AskedCrl): Promise<ServedCrl | undefined> {
    const { crls, scoped } = this.deps;
    if (asked.shard !== undefined) {
      const head = await scoped.shard(authority, issuer.id, asked.shard);
      return head && this.#scoped(head, `shard ${asked.shard}`);
    }
    const { kind, path } = asked;
    if (isUnified(authority, path)) {
      const head = await scoped.unified(authority, issuer.id, kind);
      if (head !== undefined) return head ? this.#scoped(head, `unified ${kind}`) : undefined;
    }
    const head = await crls.head(authority, issuer, kind);
    return head && { head, scope: kind, octets: () => crls.octets(head), size: () => crls.size(head) };
  }

  /** The same with its content, which is not copied: that of a large one takes megabytes. @throws CRL_TOO_LARGE */
  current(authority: Authority, issuer: AuthorityIssuer, asked: AskedCrl): Promise<CurrentCrl | undefined> {
    return lastOf(async () => {
      const crl = await this.find(authority, issuer, asked);
      return crl && { ...crl.head, octets: await crl.octets() };
    });
  }

  #scoped(head: ScopedHead, scope: string): ServedCrl {
    const { scoped } = this.deps;
    return { head, scope, octets: () => scoped.octets(head), size: () => scoped.size(head) };
  }
}

/** Whether a path answers for all mounts that take part. */
export const isUnified = ({ mount: { crl } }: Authority, path: CrlPath): boolean =>
  crl.unifiedCrl && (path === 'unified' || crl.unifiedCrlOnExistingPaths);
