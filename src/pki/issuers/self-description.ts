import { problem } from '../../platform/problems.js';
import { decideIntermediate, intermediateFields, readTable } from '../policy/index.js';
import type {
  CsrParameters,
  EngineFacts,
  IntermediateRequest,
  PlannedCertificate,
  RootParameters,
} from '../policy/index.js';
import { refused } from '../refusal.js';
import { buildRequestAsync, createAsyncSigner, endOfTime, Name, parseRequest, publicInfoOf } from '../x509/index.js';
import type { SigningKey } from '../x509/index.js';
import { parameter, worded } from '../../platform/wording.js';
import type { Said } from '../../platform/wording.js';

/** Parameters that only a signer uses. */
const { values: unsaid } = readTable(intermediateFields, {});

/** The content of an authority's own certificate, checked by the rules for authorities. */
export interface SelfDescription {
  readonly planned: PlannedCertificate;
  readonly warnings: readonly Said[];
}

/**
 * The content of an authority's own certificate: a root signs itself, without limits from another issuer.
 * @throws REQUEST_REFUSED with every broken rule
 */
export async function describeSelf(
  parameters: RootParameters | CsrParameters,
  privateKey: SigningKey,
  {
    unnamed,
    ...around
  }: { readonly now: Date; readonly engine: EngineFacts; readonly unnamed?: boolean | null | undefined },
): Promise<SelfDescription> {
  if (parameters.commonName.trim() === '' && unnamed !== true)
    throw problem('REQUEST_REFUSED', worded`the ${parameter('common_name')} field is required`, ['commonName']);
  // The rules for authorities need a signing request: this one contains only the key.
  const request = parseRequest(
    await buildRequestAsync(
      { subject: Name.empty, publicKey: publicInfoOf(privateKey).der, extensions: [] },
      createAsyncSigner(privateKey),
    ),
  );
  const asked: IntermediateRequest = { ...unsaid, ...parameters };
  const itself = { notAfter: endOfTime, leafNotAfterBehavior: 'permit' } as const;
  const options = { unnamed: unnamed === true, signer: request.publicKey.spec.type };
  const decision = decideIntermediate(asked, request, { ...around, issuer: itself }, options);
  if (decision.broken) throw refused(decision.broken);
  return decision;
}
