import { ids } from '../../../src/platform/ids.js';

/** A request that waits at a mount. */
export function waitingRequest(mountId: string, now: Date, request: Uint8Array<ArrayBuffer> | null = null, place = '') {
  const id = ids.scepTransaction.make();
  return {
    ...{ id, mountId, transactionId: id, place, signerKey: id, requestDigest: id, status: 'pending', request },
    ...{ subject: 'CN=a', requester: 'scep-routers', remoteAddress: '192.0.2.1', createdAt: now },
    expiresAt: new Date(now.getTime() + 86_400_000),
  };
}
