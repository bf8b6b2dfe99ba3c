import { externalIssueFields, externalSignFields } from '../../../../pki/policy/parameters/index.js';
import { found, made } from '../../found.js';
import { secondsOf } from '../../seconds.js';
import { read, write } from '../route.js';
import type { VaultRequest, VaultRoute } from '../route.js';
import { weak } from '../weak.js';
import { weakParameters } from '../weak-parameters.js';
import { issuedAnswer } from './issuance.js';
import {
  ConfigureExternalPolicy,
  IssueByExternalPolicy,
  ReadExternalPolicy,
  SignByExternalPolicy,
  SignIntermediateByExternalPolicy,
} from '../generated/operations.js';
import type { ExternalPolicyFieldsFragment } from '../generated/operations.js';

/** The key of the client certificate is not shown, and its certificates are the part of the bundle that may be. */
const policyDocument = (policy: ExternalPolicyFieldsFragment) => ({
  data: {
    enabled: policy.enabled,
    external_service_url: policy.externalServiceUrl,
    timeout: `${secondsOf(policy.timeout)}s`,
    trusted_ca: policy.trustedCa,
    trusted_leaf_certificate_bundle: policy.trustedLeafCertificateBundle,
    vault_client_cert_bundle: policy.clientCertificate,
    entity_jmespath: policy.entityJmespath,
    group_jmespath: policy.groupJmespath,
    external_service_last_updated: policy.updatedAt ?? '',
    external_service_validated: policy.lastSuccessAt !== null,
    last_successful_request: policy.lastSuccessAt ?? '',
  },
});

const sent = { issue: weakParameters(externalIssueFields), sign: weakParameters(externalSignFields) };

type Place = VaultRequest<object, { readonly ref?: string; readonly policy?: string }>;

/** The service reads everything that was sent. */
const asked = ({ mount, params, body }: Place) => ({
  mount,
  issuerRef: params.ref,
  policy: params.policy,
  request: body,
});

const answered = { answer: issuedAnswer, issues: true, anyFields: true };

type Verb = 'issue' | 'sign' | 'sign-intermediate';

/** With the default issuer, and with one that the path names. */
const places = <Of extends Verb>(verb: Of) =>
  [`external-policy/${verb}/:policy?`, `issuer/:ref/external-policy/${verb}/:policy?`] as const;

const signing = (verb: 'sign' | 'sign-intermediate', operation: typeof SignByExternalPolicy): readonly VaultRoute[] =>
  places(verb).map((path) =>
    write({
      path,
      operation,
      fields: sent.sign,
      ...answered,
      variables: (request) => ({ input: { ...request.fields, ...asked(request) } }),
    }),
  );

/** External policy (Vault API, PKI: CIEPS). */
export const externalPolicyRoutes: readonly VaultRoute[] = [
  read({
    path: 'config/external-policy',
    operation: ReadExternalPolicy,
    variables: ({ mount }) => ({ mount }),
    answer: ({ externalPolicy }) => policyDocument(found(externalPolicy)),
  }),
  write({
    path: 'config/external-policy',
    operation: ConfigureExternalPolicy,
    fields: {
      enabled: weak.flag,
      external_service_url: weak.trimmed,
      timeout: weak.duration,
      trusted_ca: weak.text,
      trusted_leaf_certificate_bundle: weak.text,
      vault_client_cert_bundle: weak.text,
      entity_jmespath: weak.text,
      group_jmespath: weak.text,
    },
    variables: ({ mount, fields: { vaultClientCertBundle, ...fields } }) => ({
      input: {
        mount,
        ...fields,
        ...(vaultClientCertBundle !== undefined && { clientCertificateBundle: vaultClientCertBundle }),
      },
    }),
    answer: ({ payload }) => policyDocument(made(payload.externalPolicy)),
  }),
  ...places('issue').map((path) =>
    write({
      path,
      operation: IssueByExternalPolicy,
      fields: sent.issue,
      ...answered,
      variables: (request) => ({ input: { ...request.fields, ...asked(request) } }),
    }),
  ),
  ...signing('sign', SignByExternalPolicy),
  ...signing('sign-intermediate', SignIntermediateByExternalPolicy),
];
