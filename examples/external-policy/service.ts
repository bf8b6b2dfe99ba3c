/**
 * A small external policy service for Trustate: https://… answers which certificate a request gets, and Trustate signs it.
 *
 * The rules of this one: whoever asks by the policy `web` gets a certificate for servers below internal.example, for at most a day. Run it with
 *
 *     npx tsx examples/external-policy/service.ts --cert service.pem --key service.key --port 9443
 */
import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { IncomingMessage, Server } from 'node:http';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  Pkcs10CertificateRequest,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { z } from 'zod';

/** What of a request (version 1) these rules read. */
const question = z.object({
  request_version: z.literal(1),
  request_uuid: z.string(),
  user_request_key_values: z.object({ csr: z.string(), common_name: z.string().optional() }),
  vault_request_values: z.object({
    policy_name: z.string(),
    issuance_mode: z.string(),
    requested_issuer_id: z.string(),
  }),
});

type Question = z.infer<typeof question>;

const ourDomain = '.internal.example';
const day = 24 * 60 * 60 * 1000;

/** Why a request is refused; undefined if it is allowed. */
function refusalOf({ user_request_key_values: asked, vault_request_values: known }: Question): string | undefined {
  if (known.issuance_mode === 'ica') return 'authorities are not made here';
  if (known.policy_name !== 'web') return 'only the policy web is known';
  const name = asked.common_name ?? '';
  return /^[a-z0-9-]+$/.test(name.slice(0, -ourDomain.length)) && name.endsWith(ourDomain)
    ? undefined
    : `common_name must be a name below ${ourDomain.slice(1)}`;
}

/** The certificate that is wanted. Only its content counts: Trustate signs it with the key of its issuer. */
async function certificateFor({ user_request_key_values: { csr, common_name: name = '' } }: Question): Promise<string> {
  const { publicKey } = new Pkcs10CertificateRequest(csr);
  const anyKeys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.create({
    subject: [{ CN: [name] }],
    issuer: 'CN=whoever signs',
    notBefore: new Date(),
    notAfter: new Date(Date.now() + day),
    publicKey,
    signingKey: anyKeys.privateKey,
    signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension([{ type: 'dns', value: name }]),
    ],
  });
  return certificate.toString('pem');
}

async function answerTo(asked: Question): Promise<object> {
  const { request_uuid } = asked;
  const error = refusalOf(asked);
  if (error !== undefined) return { request_uuid, error };
  return {
    request_uuid,
    certificate: await certificateFor(asked),
    issuer_ref: asked.vault_request_values.requested_issuer_id,
    store_certificate: true,
  };
}

const mostBytes = 1_000_000;

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    if (!Buffer.isBuffer(part)) continue;
    size += part.byteLength;
    if (size > mostBytes) throw new Error('the request is too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

/** The service; it always answers 200 to what is a request of the protocol. */
export function policyService(tls: { readonly cert: string; readonly key: string }): Server {
  return createServer(tls, (request, response) => {
    void bodyOf(request)
      .then(async (body) => {
        const asked: unknown = JSON.parse(body);
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(await answerTo(question.parse(asked))));
      })
      .catch(() => {
        response.writeHead(400).end();
      });
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values } = parseArgs({
    options: { cert: { type: 'string' }, key: { type: 'string' }, port: { type: 'string', default: '9443' } },
  });
  const tls = {
    cert: readFileSync(values.cert ?? 'service.pem', 'utf8'),
    key: readFileSync(values.key ?? 'service.key', 'utf8'),
  };
  policyService(tls).listen(Number(values.port), '127.0.0.1', () => {
    process.stdout.write(`The policy service listens on https://localhost:${values.port}/\n`);
  });
}
