import type { Audit } from '../../identity/audit/audit.js';
import { problem, ProblemError } from '../../platform/problems.js';
import { isSameVersion } from '../external-policy/external-policy.store.js';
import type { ExternalPolicyStore } from '../external-policy/external-policy.store.js';
import { nameAsRole } from '../external-policy/external-issuance.js';
import { noUse } from '../external-policy/policy-decisions.js';
import type { PolicyDecisions } from '../external-policy/policy-decisions.js';
import type { IssuanceCase } from '../issuance/certificate-making.js';
import type { CheckedPlan } from '../issuance/certify.js';
import { recordingRefusals } from '../issuance/refusals.js';
import { mountPath, pathBelow } from '../mounts/mount-path.js';
import { weakKeyFaults } from '../policy/index.js';
import { refused } from '../refusal.js';
import { encodePem } from '../x509/index.js';
import type { Certificate, CertificateRequest } from '../x509/index.js';
import type { AcmeAccount } from './account.store.js';
import { actorOf } from './accounts.js';
import { AcmeProblem } from './acme-problem.js';
import type { Identifier } from './acme-problem.js';
import { isAllowedIssuer, pathIn } from './directory.js';
import type { Decider, Directories, Directory } from './directory.js';
import { identifierOfName, keyOfIdentifier } from './identifiers.js';
import type { AskedOrder } from './orders.js';
import type { AcmeOrder } from './order.store.js';

/** An order whose names are proven, with its signing request. */
export interface ReadyOrder {
  readonly asked: AskedOrder;
  readonly order: AcmeOrder;
  readonly csr: CertificateRequest;
  readonly now: Date;
}

/** The same once something has decided what it becomes. */
export interface AllowedOrder {
  readonly decided: IssuanceCase;
  readonly plan: CheckedPlan;
  readonly roleName: string | undefined;
}

type PolicyDecider = Extract<Decider, { readonly kind: 'external-policy' }>;

/** For records. */
export const finalizePath = ({ name }: Directory, { id }: AcmeOrder): string => pathIn(name, `order/${id}/finalize`);

/** Orders of directories in which an external policy service decides (its mode `acme`). */
export class OrdersByPolicy {
  constructor(
    private readonly deps: {
      readonly policies: ExternalPolicyStore;
      readonly decisions: PolicyDecisions;
      readonly directories: Directories;
      readonly audit: Audit;
    },
  ) {}

  /** @throws AcmeProblem, POLICY_NOT_ENABLED, POLICY_SERVICE_FAILED, ISSUER_NOT_FOUND, ISSUER_NOT_USABLE */
  async allowed(ready: ReadyOrder, decider: PolicyDecider): Promise<AllowedOrder> {
    const { asked, order } = ready;
    const { directory, account, origin } = asked;
    const path = finalizePath(directory, order);
    const about = {
      actor: actorOf(account, origin),
      action: 'certificate.sign',
      path: pathBelow(mountPath(directory.authority.mount.path), path),
      input: { commonName: order.identifiers[0]?.value },
    };
    try {
      return await recordingRefusals(this.deps.audit, about, () => this.#decided(ready, decider, path));
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'REQUEST_REFUSED')
        throw new AcmeProblem('rejectedIdentifier', error.message, {}, { cause: error });
      throw error;
    }
  }

  async #decided(ready: ReadyOrder, decider: PolicyDecider, path: string): Promise<AllowedOrder> {
    const { asked, order, csr } = ready;
    const { directory, account, origin } = asked;
    const [first, ...others] = weakKeyFaults(csr.publicKey.spec);
    if (first) throw refused([first, ...others]);
    const { mount } = directory.authority;
    const policyConfig = await this.deps.policies.callable(mount.id);
    if (!policyConfig?.config.enabled) throw problem('POLICY_NOT_ENABLED');
    let now: Directory = directory;
    const actor = actorOf(account, origin);
    const { authority, issuer, around, plan } = await this.deps.decisions.decide(
      {
        actor,
        authority: directory.authority,
        policyConfig,
        mode: 'acme',
        policy: decider.policy,
        issuer: decider.issuer,
        parameters: {},
        csr: encodePem('CERTIFICATE REQUEST', csr.der),
        key: { publicKey: csr.publicKey, planned: { given: csr.publicKey } },
        acme: valuesOf(directory, account, order),
        again: async () => {
          now = await this.deps.directories.open(directory);
          const after = await this.deps.directories.deciderOf(now, order.profile);
          const config = await this.deps.policies.callable(now.authority.mount.id);
          const isSame = isSameVersion(config, policyConfig);
          if (after.kind !== 'external-policy' || after.policy !== decider.policy || !isSame)
            throw problem('POLICY_SERVICE_FAILED', `${noUse}its configuration was changed meanwhile`);
          return now.authority;
        },
        faults: (certificate, signer, at) => [
          ...nameFaults(certificate, order.identifiers),
          ...(certificate.notAfter.getTime() - at.getTime() > now.config.maxTtl * 1000
            ? [`it would be valid for longer than max_ttl of the configuration of ACME: ${now.config.maxTtl} seconds`]
            : []),
          ...(isAllowedIssuer(now, signer) ? [] : ['the configuration of ACME does not allow its issuer']),
        ],
      },
      undefined,
    );
    return { decided: { actor, authority, issuer, path, around }, plan, roleName: nameAsRole(decider.policy) };
  }
}

/** RFC 8555 §7.4: a certificate is for what was ordered and proven, whatever a service wants. Names of other kinds are up to the service. */
function nameFaults({ extensions, subject }: Certificate, ordered: readonly Identifier[]): readonly string[] {
  const names = extensions.subjectAltName ?? [];
  const had = names.flatMap((name) => {
    const identifier = name.type === 'dns' || name.type === 'ip' ? identifierOfName(name) : undefined;
    return identifier ? [keyOfIdentifier(identifier)] : [];
  });
  const hosts = names.filter(({ type }) => type === 'dns' || type === 'ip');
  const wanted = new Set(ordered.map(keyOfIdentifier));
  const { commonName = '' } = subject;
  const isCommon = (['ip', 'dns'] as const).some((type) => {
    const identifier = identifierOfName({ type, value: commonName });
    return identifier !== undefined && wanted.has(keyOfIdentifier(identifier));
  });
  return [
    ...(had.length < hosts.length || had.some((key) => !wanted.has(key))
      ? ['it has names that were not ordered and proven']
      : []),
    ...([...wanted].every((key) => had.includes(key)) ? [] : ['it lacks names that were ordered']),
    ...(commonName === '' || isCommon ? [] : ['its common name is none of the names that were ordered']),
  ];
}

/** What the service sees of the client of ACME. */
const valuesOf = (directory: Directory, account: AcmeAccount, order: AcmeOrder) => ({
  directory: `${directory.base}/directory`,
  account_id: account.id,
  account_contact: account.contact,
  account_key_thumbprint: account.key.thumbprint,
  eab_key_id: account.eabKeyId ?? '',
  order_id: order.id,
  identifiers: order.identifiers.map(({ type, value }) => ({ type, value })),
  not_before: order.notBefore?.toISOString() ?? '',
  not_after: order.notAfter?.toISOString() ?? '',
  replaces: order.replaces ?? '',
});
