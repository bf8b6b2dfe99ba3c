import type { SecureContextOptions, TlsOptions } from 'node:tls';

/**
 * TLS 1.2 or newer, with forward secrecy, and only authenticated encryption (AEAD: RFC 9325 4.2): no CBC, no RSA key exchange. In the order that the server
 * prefers; the first three are those of TLS 1.3.
 */
const suites = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
].join(':');

/** Milliseconds for a handshake: slower clients only occupy a socket. */
const longestHandshake = 10_000;

export interface CertificatePem {
  readonly certificate: string;
  readonly key: string;
}

/** The options of a listener for a certificate. All are set again with each new certificate, because missing ones would return to Node's defaults. */
export function secureContext({ certificate, key }: CertificatePem): SecureContextOptions {
  return { cert: certificate, key, minVersion: 'TLSv1.2', ciphers: suites, honorCipherOrder: true };
}

/**
 * HTTP/2 if the client supports it. Clients are asked for a certificate, and need none: what they prove by it is for methods to sign in to judge, so any one is
 * taken here.
 */
export function tlsOptions(certificate: CertificatePem, handshakeTimeout = longestHandshake): TlsOptions {
  const anyClient = { requestCert: true, rejectUnauthorized: false };
  return { ...secureContext(certificate), ...anyClient, handshakeTimeout, ALPNProtocols: ['h2', 'http/1.1'] };
}
