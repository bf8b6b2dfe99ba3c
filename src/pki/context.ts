import type { CataloguedEvents } from '../platform/events/event-catalogue.js';
import type { IdentityContext } from '../identity/context.js';
import type { Caller } from '../identity/caller.js';
import type { FoundById } from './by-id.js';
import type { VisibleAuthorities } from './visible.js';
import type { PkiLists } from './lists.js';
import type { PkiLoaders } from './loaders.js';
import type { AcmeServices } from './acme/services.js';
import type { EstServices } from './est/services.js';
import type { ScepServices } from './scep/services.js';
import type { CmpServices } from './cmp/services.js';
import type { IssuanceServices } from './issuance/services.js';
import type { MountConfig } from './config/mount-config.js';
import type { Authorities } from './issuers/authorities.js';
import type { Imports } from './issuers/imports.js';
import type { Intermediates } from './issuers/intermediates.js';
import type { AskedMountEvents } from './events/pki-event-rooms.js';
import type { PkiAudience } from './events/pki-event-table.js';
import type { Issuers } from './issuers/issuers.js';
import type { Roots } from './issuers/roots.js';
import type { Keys } from './keys/keys.js';
import type { ManagedKeyStore } from './managed-keys/managed-key.store.js';
import type { ManagedKeys } from './managed-keys/managed-keys.js';
import type { Mounts } from './mounts/mounts.js';
import type { Tidies } from './tidy/tidies.js';
import type { RevocationServices } from './revocation/services.js';

/** The services of the certificate authority, by noun. The same objects for all requests. */
export interface PkiServices
  extends IssuanceServices, RevocationServices, AcmeServices, EstServices, ScepServices, CmpServices {
  readonly authorities: Authorities;
  readonly mounts: Mounts;
  readonly keys: Keys;
  readonly managedKeys: ManagedKeys;
  readonly managedKeyStore: ManagedKeyStore;
  readonly issuers: Issuers;
  readonly roots: Roots;
  readonly intermediates: Intermediates;
  readonly imports: Imports;
  readonly mountConfig: MountConfig;
  readonly tidies: Tidies;
  readonly events: CataloguedEvents<Caller, PkiAudience, AskedMountEvents>;
}

/** The part of one request: the services, and the loaders that combine the reads of one response into few statements. */
export interface PkiScope extends PkiServices {
  readonly load: PkiLoaders;
  /** New loaders at each call: for objects that are about to be changed, and that earlier steps of the request may have changed. */
  readonly loadAnew: () => PkiLoaders;
  /** Lists without a check: for public data, or after the check. */
  readonly lists: PkiLists;
  /** A request has only one caller. */
  readonly visibleTo: (caller: Caller) => VisibleAuthorities;
  readonly byId: (caller: Caller) => FoundById;
}

export interface PkiContext extends IdentityContext {
  readonly pki: PkiScope;
}
