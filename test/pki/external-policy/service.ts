/** An external policy service for tests: a real one over HTTPS that answers what a test tells it to. */
import { createServer } from 'node:https';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { decodePemBlock, Name, parseRequest, subjectAltName } from '../../../src/pki/x509/index.js';
import type { CertificateRequest, Extension } from '../../../src/pki/x509/index.js';
import { certificateOf } from '../../gateway/http/secure.js';
import { certify } from '../x509/authority.js';
import type { CertificateContent } from '../x509/built.js';

/** A request as it came. */
export interface Received {
  readonly request_version: number;
  readonly request_uuid: string;
  readonly synchronous: boolean;
  readonly user_request_key_values: Readonly<Record<string, unknown>> & { readonly csr: string };
  readonly identity_request_key_values?: Readonly<Record<string, unknown>>;
  readonly vault_request_values: Readonly<Record<string, unknown>>;
}

/** An answer: members of the protocol beside `request_uuid`, or something that is none. */
export type Reply = object | ((response: ServerResponse, received: Received) => void);

export async function openPolicyService({ clients }: { readonly clients?: string } = {}) {
  const own = certificateOf('policy');
  const received: Received[] = [];
  const shown: (Buffer | undefined)[] = [];
  let decide: (received: Received) => Reply | Promise<Reply> = () => ({ error: 'nothing is allowed' });
  const server = createServer(
    { cert: own.certificate, key: own.key, ...(clients !== undefined && { requestCert: true, ca: clients }) },
    (request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const question = JSON.parse(Buffer.concat(parts).toString()) as Received;
        received.push(question);
        shown.push(
          'getPeerCertificate' in request.socket ? (request.socket as TLSSocket).getPeerCertificate().raw : undefined,
        );
        void answer(question, response);
      });
    },
  );
  async function answer(question: Received, response: ServerResponse): Promise<void> {
    const reply = await decide(question);
    if (typeof reply === 'function') reply(response, question);
    else response.end(JSON.stringify({ request_uuid: question.request_uuid, ...reply }));
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://localhost:${port}/evaluate`,
    /** Its certificate, which trusts itself. */
    certificate: own.certificate,
    received,
    /** The certificates that callers showed, in DER. */
    shown,
    answers(decision: typeof decide) {
      decide = decision;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

export type PolicyServiceForTests = Awaited<ReturnType<typeof openPolicyService>>;

export const requestIn = ({ user_request_key_values: { csr } }: Received): CertificateRequest =>
  parseRequest(decodePemBlock(csr, ['CERTIFICATE REQUEST'], 'csr'));

const hour = 3_600_000;

/** A certificate that a service wants, for the key of the request, signed by nobody that counts. */
export async function wantedFor(
  received: Received,
  {
    name = 'wanted.example',
    extensions = [],
    content = {},
  }: {
    readonly name?: string;
    readonly extensions?: readonly Extension[];
    readonly content?: Partial<CertificateContent>;
  } = {},
): Promise<string> {
  const { pem } = await certify({
    subject: Name.of({ commonName: name }),
    content: {
      publicKey: requestIn(received).publicKey.der,
      notBefore: new Date(Date.now() - hour),
      notAfter: new Date(Date.now() + hour),
      extensions: [subjectAltName([{ type: 'dns', value: name }]), ...extensions],
      ...content,
    },
  });
  return pem;
}
