import type { AuthorityIssuer, AuthorityMount } from '../issuers/authority.js';
import { formatDuration } from '../policy/index.js';
import { remembered } from '../policy/remembered.js';
import type { AnsweredMode } from '../policy/index.js';
import type { PublicKeyInfo } from '../x509/index.js';

/** What the service is asked (Vault documentation, CIEPS: request version 1). */
export interface PolicyQuestion {
  readonly uuid: string;
  readonly mode: AnsweredMode;
  /** Empty if the path names none. */
  readonly policy: string;
  readonly mount: AuthorityMount;
  readonly issuer: AuthorityIssuer;
  /** The parameters as the caller gave them. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** In PEM: the caller's, or an empty one for a key that was generated here. */
  readonly csr: string;
  /** The key of `csr`, if it was read from there. */
  readonly key?: PublicKeyInfo | undefined;
  /** Who asks; absent if nobody is known behind the token. */
  readonly identity?: PolicyIdentity | undefined;
  /** What is known of an order, for the mode `acme`. */
  readonly acme?: Readonly<Record<string, unknown>> | undefined;
}

/** What of the caller the service sees. */
export interface PolicyIdentity {
  readonly entityId: string;
  /** JSON. */
  readonly entity: unknown;
  readonly groups: unknown;
}

/** What every question says of a mount and of an issuer. Both never change: a change of the mount makes others. */
const mountMembers = remembered((mount: AuthorityMount) =>
  inside({
    mount: `${mount.path}/`,
    namespace: '',
    vault_is_performance_standby: false,
    vault_is_performance_secondary: false,
  }),
);

const issuerMembersAt = remembered((mount: AuthorityMount) =>
  remembered((issuer: AuthorityIssuer) =>
    inside({
      requested_issuance_config: {
        aia_values: {
          issuing_certificates: issuer.urls.issuingCertificates,
          crl_distribution_points: issuer.urls.crlDistributionPoints,
          ocsp_servers: issuer.urls.ocspServers,
        },
        leaf_not_after_behavior: issuer.facts.leafNotAfterBehavior,
        mount_default_ttl: formatDuration(mount.engine.defaultTtl),
        mount_max_ttl: formatDuration(mount.engine.maxTtl),
      },
      requested_issuer_name: issuer.name ?? '',
      requested_issuer_id: issuer.uuid,
      requested_issuer_cert: issuer.pem,
    }),
  ),
);

/** An object in JSON without its braces. */
const inside = (object: object): string => JSON.stringify(object).slice(1, -1);

/** The body of the request, as JSON. */
export function requestDocument(question: PolicyQuestion): Buffer {
  const { uuid, mode, policy, mount, issuer, parameters, csr, identity, acme } = question;
  const request = inside({
    request_version: 1,
    request_uuid: uuid,
    synchronous: true,
    user_request_key_values: { ...parameters, csr },
    ...(identity && {
      identity_request_key_values: {
        entity_id: identity.entityId,
        entity: identity.entity,
        groups: identity.groups,
      },
    }),
    ...(acme && { acme_request_key_values: acme }),
  });
  const named = `"policy_name":${JSON.stringify(policy)}`;
  const issued = `"issuance_mode":"${mode}","vault_generated_private_key":${mode === 'issue'}`;
  const values = `${named},${mountMembers(mount)},${issued},${issuerMembersAt(mount)(issuer)}`;
  return Buffer.from(`{${request},"vault_request_values":{${values}}}`);
}
