import type { MountRow } from '../../platform/database/models.js';
import type { PublicKeyInfo, RemoteKey } from '../x509/index.js';

/** What a request gave of the managed key to use: its name or its UUID. */
export interface ManagedKeyWish {
  readonly managedKeyName: string;
  readonly managedKeyId: string;
}

/** A managed key that a mount uses, as its key is stored. */
export interface ManagedKeyOfMount {
  readonly id: string;
  readonly name: string;
  readonly uuid: string;
}

/** Finds what signs with a key of a mount that is in a token. */
export interface RemoteKeys {
  remote(managedKeyId: string, publicKey: PublicKeyInfo, mount: Pick<MountRow, 'tuning'>, onlyPss: boolean): RemoteKey;
}
