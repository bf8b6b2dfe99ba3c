import { Field, ID, Int, ObjectType } from 'type-graphql';
import { ProblemType } from '../../platform/graphql/payload.js';
import { DateTime, Duration, PEM, SerialNumber } from '../../platform/graphql/scalars.js';
import { CertificateNamesType } from '../certificates/certificate.type.js';
import type { CertificateNames } from '../certificates/names.js';
import { warnedPayload } from '../graphql/payloads.js';
import { declareInputType, inputFields, mountField, withoutCommonNameField } from '../graphql/field-input.js';
import { KeyTypeEnum } from '../graphql/key-type.js';
import { KeyUsageEnum } from '../graphql/key-usages.js';
import { intermediateFields, issueFields, selfIssuedFields, signFields, verbatimFields } from '../policy/index.js';
import { LintSeverityEnum } from '../graphql/parameter-types.js';
import type { KeySpec, KeyUsage, LintSeverity } from '../x509/index.js';
import type { Said } from '../../platform/wording.js';

@ObjectType({
  simpleResolvers: true,
  description: 'A certificate that was just issued. A private key is shown only once.',
})
export class IssuedCertificate {
  @Field(() => String, {
    description: 'The certificate in the requested format. A bundle begins with the private key.',
  })
  readonly certificate!: string;

  @Field(() => String, { description: 'The certificate of its issuer.' })
  readonly issuingCa!: string;

  @Field(() => [String], { description: 'The certificates of its issuer and of the issuers above.' })
  readonly caChain!: readonly string[];

  @Field(() => String, {
    nullable: true,
    description: 'The private key, which the server does not store. Null if the server did not generate it.',
  })
  readonly privateKey?: string | undefined;

  @Field(() => KeyTypeEnum, {
    nullable: true,
    description: 'Type of the private key. Null if the server did not generate one.',
  })
  readonly privateKeyType?: KeySpec['type'] | undefined;

  @Field(() => SerialNumber, { description: 'Its serial number.' })
  readonly serialNumber!: string;

  @Field(() => DateTime, { description: 'When it becomes valid.' })
  readonly notBefore!: Date;

  @Field(() => DateTime, { description: 'When it expires.' })
  readonly notAfter!: Date;

  @Field(() => ID, {
    nullable: true,
    description: 'Identifier of the stored certificate, `crt-…`. Null if the role does not store certificates.',
  })
  readonly certificateId?: string | undefined;

  @Field(() => String, { description: 'Identifier of its lease. Empty if there is none.' })
  readonly leaseId!: string;

  @Field(() => Duration, { description: 'How long the lease lasts. Zero if there is none.' })
  readonly leaseDuration!: number;
}

@ObjectType({ simpleResolvers: true, description: 'A root certificate that is signed by another root.' })
export class CrossSignedRoot {
  @Field(() => PEM, { description: 'The certificate.' })
  readonly certificate!: string;

  @Field(() => PEM, { description: 'The certificate of its issuer.' })
  readonly issuingCa!: string;
}

@ObjectType({ simpleResolvers: true, description: 'A rule that the request breaks.' })
export class BrokenRule {
  @Field(() => [String], {
    description:
      'Path of the offending field inside `input`, as problems have it. `csr` also for the contents of a signing request.',
  })
  readonly field!: readonly string[];

  @Field(() => String, { description: 'The value of the parameter.' })
  readonly value!: string;

  @Field(() => String, { description: 'Name of the rule.' })
  readonly rule!: string;

  @Field(() => String, { description: 'The rule in words.' })
  readonly meaning!: string;

  @Field(() => String, { description: 'The message that a refusal would have.' })
  readonly message!: string;
}

@ObjectType('BrokenRuleProblem', {
  implements: ProblemType,
  simpleResolvers: true,
  description: 'The request breaks a rule of the role or of the certificate authority.',
})
export class BrokenRuleProblem extends ProblemType {
  @Field(() => String, { nullable: true, description: 'Name of the rule. Null if the rule has no name.' })
  readonly rule?: string;

  @Field(() => String, { nullable: true, description: 'The rule in words. Null if the rule has no name.' })
  readonly meaning?: string;

  @Field(() => String, {
    nullable: true,
    description: 'The value that breaks the rule. Null if there is no value to show.',
  })
  readonly value?: string;
}

@ObjectType({ simpleResolvers: true, description: 'The contents of a certificate that would be issued.' })
export class PlannedCertificateType {
  @Field(() => String, { description: 'Its subject in the form of RFC 4514.' })
  readonly subject!: string;

  @Field(() => CertificateNamesType, { description: 'Its alternative names.' })
  readonly names!: CertificateNames;

  @Field(() => DateTime, { description: 'When it would become valid.' })
  readonly notBefore!: Date;

  @Field(() => DateTime, { description: 'When it would expire.' })
  readonly notAfter!: Date;

  @Field(() => KeyTypeEnum, { description: 'Type of its key.' })
  readonly keyType!: KeySpec['type'];

  @Field(() => Int, { description: 'Size of its key in bits; 0 for Ed25519.' })
  readonly keyBits!: number;

  @Field(() => [KeyUsageEnum], { description: 'Its key usages.' })
  readonly keyUsages!: readonly KeyUsage[];

  @Field(() => [String], { description: 'Object identifiers of its extended key usages.' })
  readonly extKeyUsages!: readonly string[];
}

@ObjectType({ simpleResolvers: true, description: 'A lint that a certificate does not pass.' })
export class LintFinding {
  @Field(() => String, { description: 'Identifier of the lint. Where zlint has the same rule, it has the same one.' })
  readonly lint!: string;

  @Field(() => String, { description: 'The document and section that the rule is from.' })
  readonly source!: string;

  @Field(() => LintSeverityEnum, { description: 'How much it matters.' })
  readonly severity!: LintSeverity;

  @Field(() => String, { description: 'What is wrong.' })
  readonly message!: string;

  @Field(() => Boolean, { description: 'Whether the role refuses the certificate for it.' })
  readonly refuses!: boolean;
}

@ObjectType({
  simpleResolvers: true,
  description: 'The certificate that would be issued, or each rule that the request breaks.',
})
export class IssuanceExplanation {
  @Field(() => Boolean, { description: 'Whether the certificate would be issued.' })
  readonly allowed!: boolean;

  @Field(() => PlannedCertificateType, {
    nullable: true,
    description: 'The contents of the certificate. Null if the request is refused.',
  })
  readonly certificate!: PlannedCertificateType | null;

  @Field(() => [BrokenRule], {
    description:
      'Every rule that the request breaks, in the order in which they are checked. Only the names and fields of the request limit their number.',
  })
  readonly brokenRules!: readonly BrokenRule[];

  @Field(() => [LintFinding], {
    description:
      'The lints that the certificate would not pass. Empty if another rule is broken, for then there is no certificate to check. Of very many, the first hundred are shown.',
  })
  readonly findings!: readonly LintFinding[];

  @Field(() => [String], { description: 'Warnings about differences between the request and the certificate.' })
  readonly warnings!: readonly Said[];
}

const role = { type: () => String, description: 'Name of the role.' };
const issuerRef = {
  type: () => String,
  nullable: true,
  description: 'The issuer that signs, instead of the one of the role or mount: identifier, name or `default`.',
};
const place = { mount: mountField, issuerRef };

export const IssueCertificateInput = declareInputType('IssueCertificateInput', 'The parameters of the certificate.', {
  ...place,
  role,
  ...inputFields(issueFields),
});
export const SignCertificateInput = declareInputType(
  'SignCertificateInput',
  'The signing request and the parameters of the certificate.',
  {
    ...place,
    role,
    ...inputFields(signFields),
  },
);
export const ExplainIssuanceInput = declareInputType(
  'ExplainIssuanceInput',
  'The request to explain. With a signing request it explains signing, otherwise issuance.',
  { ...place, role, ...inputFields({ ...issueFields, ...signFields }) },
);
export const SignVerbatimInput = declareInputType(
  'SignVerbatimInput',
  'The signing request whose contents are certified, and the parameters of the certificate.',
  {
    ...place,
    role: { ...role, nullable: true, description: 'Name of the role whose time to live applies, if any.' },
    ...inputFields(verbatimFields),
  },
);
export const SignIntermediateInput = declareInputType(
  'SignIntermediateInput',
  'The signing request of an intermediate authority, and the parameters of its certificate.',
  {
    ...place,
    withoutCommonName: withoutCommonNameField,
    ...inputFields(intermediateFields),
  },
);
export const SignSelfIssuedInput = declareInputType('SignSelfIssuedInput', 'The root to sign with another root.', {
  ...place,
  ...inputFields(selfIssuedFields),
  certificate: { type: () => PEM, description: selfIssuedFields.certificate.description },
});

/**
 * What every mutation that issues a certificate answers. Each has a type of its own name, so that one of them can say more later without a change for callers of
 * the others; an interface over them would have `problems`, whose type is an interface, too.
 */
export const issuedPayload = (name: string) =>
  warnedPayload(name, {
    issuedCertificate: {
      type: () => IssuedCertificate,
      description: 'The issued certificate; null when there are problems.',
    },
  });

export const IssueCertificatePayload = issuedPayload('IssueCertificatePayload');
export const SignCertificatePayload = issuedPayload('SignCertificatePayload');
export const SignVerbatimPayload = issuedPayload('SignVerbatimPayload');
export const SignIntermediatePayload = issuedPayload('SignIntermediatePayload');
export const SignSelfIssuedPayload = warnedPayload('SignSelfIssuedPayload', {
  crossSignedRoot: { type: () => CrossSignedRoot, description: 'The certificate; null when there are problems.' },
});
