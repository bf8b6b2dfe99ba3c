import type { TLSSocket } from 'node:tls';

/** RFC 9266 §4.2. */
const exported = { label: 'EXPORTER-Channel-Binding', length: 32 } as const;

/**
 * What only the two ends of a TLS connection know: `tls-unique` (RFC 5929 §3) of TLS 1.2, and `tls-exporter` (RFC 9266) of TLS 1.3, where there is no `tls-unique`.
 * @returns undefined without TLS
 */
export function channelBinding(socket: unknown): Buffer | undefined {
  if (!isTls(socket)) return undefined;
  if (socket.getProtocol() === 'TLSv1.3')
    return socket.exportKeyingMaterial(exported.length, exported.label, Buffer.alloc(0));
  // Of a resumed session, the server finishes first.
  return (socket.isSessionReused() ? socket.getFinished() : socket.getPeerFinished()) ?? undefined;
}

type Bound = Pick<
  TLSSocket,
  'getProtocol' | 'exportKeyingMaterial' | 'isSessionReused' | 'getFinished' | 'getPeerFinished'
>;

/** The socket of a request by HTTP/2 stands in for that of its connection. */
const isTls = (socket: unknown): socket is Bound =>
  typeof socket === 'object' && socket !== null && 'getPeerFinished' in socket && 'exportKeyingMaterial' in socket;
