import { Field, ID, Int, ObjectType } from 'type-graphql';
import { payloadType, ProblemType } from '../../platform/graphql/payload.js';
import { DateTime, Duration, PEM, SerialNumber } from '../../platform/graphql/scalars.js';
import { CertificateNamesType } from '../certificates/certificate.type.js';
import type { CertificateNames } from '../certificates/names.js';
import { warnedPayload } from '../graphql/payloads.js';
import { declareInputType, inputFields, mountField } from '../graphql/field-input.js';
import { intermediateFields, issueFields, signFields, verbatimFields } from '../policy/index.js';

@ObjectType({
  simpleResolvers: true,
  description: 'A certificate as it was issued just now. A private key is shown this once.',
})
export class IssuedCertificate {
  @Field(() => String, {
    description: 'The certificate in the format that was asked for; a bundle begins with the key.',
  })
  readonly certificate!: string;

  @Field(() => String, { description: 'The certificate of its issuer.' })
  readonly issuingCa!: string;

  @Field(() => [String], { description: 'The issuer and those above it.' })
  readonly caChain!: readonly string[];

  @Field(() => String, {
    nullable: true,
    description: 'The private key, kept nowhere; null where it was not made here.',
  })
  readonly privateKey?: string | undefined;

  @Field(() => String, { nullable: true, description: '`rsa`, `ec` or `ed25519`; null where no key was made.' })
  readonly privateKeyType?: string | undefined;

  @Field(() => SerialNumber, { description: 'Its serial number.' })
  readonly serialNumber!: string;

  @Field(() => DateTime, { description: 'Until when it holds.' })
  readonly expiration!: Date;

  @Field(() => ID, { nullable: true, description: 'The stored certificate, `crt-…`; null where the role stores none.' })
  readonly certificateId?: string | undefined;

  @Field(() => String, { description: 'Its lease; empty for none.' })
  readonly leaseId!: string;

  @Field(() => Duration, { description: 'How long the lease lasts; zero for none.' })
  readonly leaseDuration!: number;
}

@ObjectType({ simpleResolvers: true, description: 'A root that another one has signed.' })
export class CrossSignedRoot {
  @Field(() => String, { description: 'The certificate, PEM.' })
  readonly certificate!: string;

  @Field(() => String, { description: 'The certificate of its issuer, PEM.' })
  readonly issuingCa!: string;
}

@ObjectType({ simpleResolvers: true, description: 'A rule that stands against a request.' })
export class BrokenRule {
  @Field(() => String, { description: 'The parameter that it is about; `csr` for what a signing request holds.' })
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

@ObjectType({ simpleResolvers: true, description: 'What a certificate would say.' })
export class PlannedCertificateType {
  @Field(() => String, { description: 'Its subject, as RFC 4514 writes names.' })
  readonly subject!: string;

  @Field(() => CertificateNamesType, { description: 'What it would be for.' })
  readonly names!: CertificateNames;

  @Field(() => DateTime, { description: 'From when it would hold.' })
  readonly notBefore!: Date;

  @Field(() => DateTime, { description: 'Until when it would hold.' })
  readonly notAfter!: Date;

  @Field(() => String, { description: '`rsa`, `ec` or `ed25519`.' })
  readonly keyType!: string;

  @Field(() => Int, { description: 'Bits of its key; 0 for Ed25519.' })
  readonly keyBits!: number;

  @Field(() => [String], { description: 'Key usages, as RFC 5280 calls them.' })
  readonly keyUsages!: readonly string[];

  @Field(() => [String], { description: 'Extended key usages, object identifiers.' })
  readonly extKeyUsages!: readonly string[];
}

@ObjectType({ simpleResolvers: true, description: 'What would be issued, or each rule that refuses it.' })
export class IssuanceExplanation {
  @Field(() => Boolean, { description: 'Whether it would be issued.' })
  readonly allowed!: boolean;

  @Field(() => PlannedCertificateType, { nullable: true, description: 'What it would say; null where it is refused.' })
  readonly certificate!: PlannedCertificateType | null;

  @Field(() => [BrokenRule], {
    description:
      'Every rule that refuses it, in the order in which they are checked: as many as the names and fields of the request break.',
  })
  readonly brokenRules!: readonly BrokenRule[];

  @Field(() => [String], { description: 'What would not be as it was asked for.' })
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
  certificate: { type: () => PEM, description: 'The self-issued certificate of an authority.' },
  requireMatchingCertificateAlgorithms: {
    type: () => Boolean,
    nullable: true,
    description: 'Whether its key must be of the same type as the issuer’s.',
  },
});

const issuedCertificate = {
  issuedCertificate: { type: () => IssuedCertificate, description: 'What was issued; null when there are problems.' },
};
export const IssueCertificatePayload = warnedPayload('IssueCertificatePayload', issuedCertificate);
export const SignCertificatePayload = warnedPayload('SignCertificatePayload', issuedCertificate);
export const SignVerbatimPayload = warnedPayload('SignVerbatimPayload', issuedCertificate);
export const SignIntermediatePayload = warnedPayload('SignIntermediatePayload', issuedCertificate);
export const SignSelfIssuedPayload = payloadType('SignSelfIssuedPayload', 'crossSignedRoot', () => CrossSignedRoot);
