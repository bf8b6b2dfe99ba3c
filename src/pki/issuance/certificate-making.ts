import type { Audit } from '../../identity/audit/audit.js';
import type { AuditDetails } from '../../identity/audit/target.js';
import type { Database, SqlWrite } from '../../platform/database/database.js';
import type { Seal } from '../../platform/seal/seal.js';
import type { Said } from '../../platform/wording.js';
import type { CertificateWriter } from '../certificates/certificate-writer.js';
import type { Authority, AuthorityIssuer } from '../issuers/authority.js';
import type { MadeKey } from '../keys/made-key.js';
import type { Circumstances } from '../policy/index.js';
import type { CertifiedKey, SerialNumber } from '../x509/index.js';
import { certificateAnswer, keyAnswer } from './answer-form.js';
import type { AnswerForm, CertificateAnswer, KeyAnswer } from './answer-form.js';
import { certify } from './certify.js';
import type { CheckedPlan } from './certify.js';
import { identityOf } from './identity-values.js';
import type { IssuanceActor } from './identity-values.js';
import { KeptCertificates } from './kept-certificates.js';
import type { Keeping, Kept } from './kept-certificates.js';
import { SigningTogether } from './signing-together.js';

/** Who asks for a certificate, of which issuer. */
export interface IssuanceCase {
  readonly actor: IssuanceActor;
  readonly authority: Authority;
  readonly issuer: AuthorityIssuer;
  /** The path of the request below the mount. */
  readonly path: string;
  readonly around: Circumstances;
}

/** What to do with a checked certificate. */
export interface Wish {
  readonly publicKey: CertifiedKey;
  /** The key, if it was generated here. */
  readonly key?: MadeKey;
  readonly form: AnswerForm;
  /** In addition to those of the check. */
  readonly warnings: readonly Said[];
  /** What to keep with its serial number, in base64; absent or empty for nothing. */
  readonly metadata?: string;
  /** Its name in audit records. */
  readonly recorded: string;
  /** What its record has besides. Never a secret. */
  readonly details?: AuditDetails;
}

export interface IssuedCertificate extends CertificateAnswer, Partial<KeyAnswer>, Kept {
  readonly serialNumber: SerialNumber;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly warnings: readonly Said[];
}

/** What a decision depends on beside role and request. */
export const circumstances = (
  actor: IssuanceActor,
  { authority, issuer }: Pick<IssuanceCase, 'authority' | 'issuer'>,
  now: Date,
): Circumstances => ({
  now,
  engine: authority.mount.engine,
  issuer: issuer.facts,
  identity: identityOf(actor),
});

/** The last step of all issuance: signs, keeps and answers what was planned and checked. */
export class CertificateMaking {
  readonly #signing = new SigningTogether();
  readonly #kept: KeptCertificates;

  constructor(deps: {
    readonly database: Database;
    readonly certificates: CertificateWriter;
    readonly audit: Audit;
    readonly seal: Seal;
  }) {
    this.#kept = new KeptCertificates(deps);
  }

  async make(
    { actor, authority, issuer, path, around }: IssuanceCase,
    plan: CheckedPlan,
    {
      publicKey,
      key,
      form,
      warnings,
      metadata,
      recorded,
      details,
      roleName,
      keeping,
      beside,
    }: Wish & {
      readonly roleName: string | undefined;
      readonly keeping: Keeping;
      /** What else belongs to the commit that stores it. If it does not change what it should, nothing is stored: CONFLICT. */
      readonly beside?: (certificateId: string) => readonly SqlWrite[];
    },
  ): Promise<IssuedCertificate> {
    const { planned } = plan;
    const certified = await this.#signing.sign(() => certify(issuer, plan, publicKey));
    const issued = { actor, authority, issuer, roleName, planned, publicKey, certified, at: around.now };
    const { noStore, generateLease } = keeping;
    return {
      ...certificateAnswer(certified.der, issuer, form, key),
      ...(key && keyAnswer(key, form)),
      serialNumber: certified.serialNumber,
      notBefore: planned.notBefore,
      notAfter: planned.notAfter,
      ...(await this.#kept.keep(issued, {
        path,
        recorded,
        noStore,
        generateLease,
        metadata,
        ...(details && { details }),
        ...(beside && { beside }),
      })),
      warnings: [...plan.warnings, ...warnings],
    };
  }
}
