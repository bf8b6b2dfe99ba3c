import { Field, ID, Int, ObjectType } from 'type-graphql';
import { payloadType, ProblemType } from '../../platform/graphql/payload.js';
import { DateTime, Duration, PEM, SerialNumber } from '../../platform/graphql/scalars.js';
import { CertificateNamesType } from '../certificates/certificate.type.js';
import type { CertificateNames } from '../certificates/names.js';
import { warnedPayload } from '../graphql/payloads.js';
import { declareInputType, inputFields, mountField } from '../graphql/field-input.js';
import { KeyTypeEnum } from '../graphql/key-type.js';
import { KeyUsageEnum } from '../graphql/key-usages.js';
import { intermediateFields, issueFields, selfIssuedFields, signFields, verbatimFields } from '../policy/index.js';
import type { KeySpec, KeyUsage } from '../x509/index.js';

@ObjectType({
  simpleResolvers: true,
  description: 'A certificate that was just issued. A private key is shown this once.',
})
export class IssuedCertificate {
  @Field(() => String, {
    description: 'The certificate in the requested format. A bundle begins with the private key.',
  })
  readonly certificate!: string;

  @Field(() => String, { description: 'The certificate of its issuer.' })
  readonly issuingCa!: string;

  @Field(() => [String], { description: 'The issuer and those above it.' })
  readonly caChain!: readonly string[];

  @Field(() => String, {
    nullable: true,
    description: 'The private key, which is kept nowhere; null if it was not made here.',
  })
  readonly privateKey?: string | undefined;

  @Field(() => KeyTypeEnum, { nullable: true, description: 'Type of the private key; null where none was made.' })
  readonly privateKeyType?: KeySpec['type'] | undefined;

  @Field(() => SerialNumber, { description: 'Its serial number.' })
  readonly serialNumber!: string;

  @Field(() => DateTime, { description: 'When it expires.' })
  readonly notAfter!: Date;

  @Field(() => ID, {
    nullable: true,
    description: 'Identifier of the stored certificate, `crt-…`; null if the role stores none.',
  })
  readonly certificateId?: string | undefined;

  @Field(() => String, { description: 'Identifier of its lease; empty if there is none.' })
  readonly leaseId!: string;

  @Field(() => Duration, { description: 'How long the lease lasts; zero if there is none.' })
  readonly leaseDuration!: number;
}

@ObjectType({ simpleResolvers: true, description: 'A root certificate, signed by another root.' })
export class CrossSignedRoot {
  @Field(() => PEM, { description: 'The certificate.' })
  readonly certificate!: string;

  @Field(() => PEM, { description: 'The certificate of its issuer.' })
  readonly issuingCa!: string;
}

@ObjectType({ simpleResolvers: true, description: 'A rule that a request breaks.' })
export class BrokenRule {
  @Field(() => String, { description: 'The parameter that breaks it; `csr` for the contents of a signing request.' })
  readonly field!: string;

  @Field(() => String, { description: 'Its value.' })
  readonly value!: string;

  @Field(() => String, { description: 'Name of the rule.' })
  readonly rule!: string;

  @Field(() => String, { description: 'What the rule says.' })
  readonly meaning!: string;

  @Field(() => String, { description: 'What a refusal would say.' })
  readonly message!: string;
}

@ObjectType('BrokenRuleProblem', {
  implements: ProblemType,
  simpleResolvers: true,
  description: 'A rule of the role or of the authority stands against a request.',
})
export class BrokenRuleProblem extends ProblemType {
  @Field(() => String, { nullable: true, description: 'Name of the rule; null for one without a name.' })
  readonly rule?: string;

  @Field(() => String, { nullable: true, description: 'What the rule says; null for one without a name.' })
  readonly meaning?: string;

  @Field(() => String, { nullable: true, description: 'The value that breaks it; null where there is none to show.' })
  readonly value?: string;
}

@ObjectType({ simpleResolvers: true, description: 'The contents of a certificate that would be issued.' })
export class PlannedCertificateType {
  @Field(() => String, { description: 'Its subject, as RFC 4514 writes names.' })
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

  @Field(() => [KeyUsageEnum], { description: 'What its key may be used for.' })
  readonly keyUsages!: readonly KeyUsage[];

  @Field(() => [String], { description: 'Extended key usages, object identifiers.' })
  readonly extKeyUsages!: readonly string[];
}

@ObjectType({ simpleResolvers: true, description: 'What would be issued, or each rule that refuses it.' })
export class IssuanceExplanation {
  @Field(() => Boolean, { description: 'Whether it would be issued.' })
  readonly allowed!: boolean;

  @Field(() => PlannedCertificateType, { nullable: true, description: 'What would be in it; null if it is refused.' })
  readonly certificate!: PlannedCertificateType | null;

  @Field(() => [BrokenRule], {
    description:
      'Every rule that refuses it, in the order in which they are checked: as many as the names and fields of the request break.',
  })
  readonly brokenRules!: readonly BrokenRule[];

  @Field(() => [String], { description: 'What would differ from the request.' })
  readonly warnings!: readonly string[];
}

const role = { type: () => String, description: 'Name of the role.' };
const issuerRef = {
  type: () => String,
  nullable: true,
  description: 'Issuer in place of the one that role or mount says: identifier, name or `default`.',
};
const place = { mount: mountField, issuerRef };

export const IssueCertificateInput = declareInputType(
  'IssueCertificateInput',
  'What a new key pair is certified for.',
  {
    ...{ ...place, role },
    ...inputFields(issueFields),
  },
);
export const SignCertificateInput = declareInputType(
  'SignCertificateInput',
  'A signing request, and what it is certified for.',
  {
    ...{ ...place, role },
    ...inputFields(signFields),
  },
);
export const ExplainIssuanceInput = declareInputType(
  'ExplainIssuanceInput',
  'What would be asked of a role; with a signing request, of signing it.',
  { ...{ ...place, role }, ...inputFields({ ...issueFields, ...signFields }) },
);
export const SignVerbatimInput = declareInputType('SignVerbatimInput', 'A signing request to be certified as it is.', {
  ...{ ...place, role: { ...role, nullable: true, description: 'Name of the role whose times count, if any.' } },
  ...inputFields(verbatimFields),
});
export const SignIntermediateInput = declareInputType('SignIntermediateInput', 'A signing request of an authority.', {
  ...place,
  ...inputFields(intermediateFields),
});
export const SignSelfIssuedInput = declareInputType('SignSelfIssuedInput', 'A root to be signed by another one.', {
  ...place,
  ...inputFields(selfIssuedFields),
  certificate: { type: () => PEM, description: selfIssuedFields.certificate.description },
});

const issuedCertificate = {
  issuedCertificate: { type: () => IssuedCertificate, description: 'What was issued; null when there are problems.' },
};
export const IssueCertificatePayload = warnedPayload('IssueCertificatePayload', issuedCertificate);
export const SignCertificatePayload = warnedPayload('SignCertificatePayload', issuedCertificate);
export const SignVerbatimPayload = warnedPayload('SignVerbatimPayload', issuedCertificate);
export const SignIntermediatePayload = warnedPayload('SignIntermediatePayload', issuedCertificate);
export const SignSelfIssuedPayload = payloadType('SignSelfIssuedPayload', 'crossSignedRoot', () => CrossSignedRoot);
