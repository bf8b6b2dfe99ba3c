import { Field, InputType, ObjectType } from 'type-graphql';
import { payloadType } from '../../platform/graphql/payload.js';
import { DateTime, Duration, JSONScalar } from '../../platform/graphql/scalars.js';
import { declareInputType, inputFields, mountField } from '../graphql/field-input.js';
import type { InputField } from '../graphql/field-input.js';
import { InMountInput } from '../graphql/mount-argument.js';
import { issuedPayload } from '../issuance/issuance.type.js';
import { externalIssueFields, externalSignFields } from '../policy/index.js';

const about = {
  enabled: 'Whether certificates can be requested by the external policy.',
  externalServiceUrl: 'Address of the service, with `https`. Empty for none.',
  timeout: 'How long a request to the service may take, from 1 to 60 seconds.',
  trustedCa:
    'Certificates in PEM of the authorities that the service may have its certificate from. Empty for those that are known publicly.',
  trustedLeafCertificateBundle:
    'Certificates in PEM of which the service must show one. Without `trustedCa`, it need not be signed by anybody known. Empty for any.',
  entityJmespath: 'A path in JMESPath that selects what the service sees of the account. Empty for everything.',
  groupJmespath:
    'A path in JMESPath that selects what the service sees of the organizations of the account. Empty for everything.',
} as const;

@ObjectType({
  simpleResolvers: true,
  description: 'The service that decides about certificates of a mount, and how it is called.',
})
export class ExternalPolicy {
  @Field(() => Boolean, { description: about.enabled })
  readonly enabled!: boolean;

  @Field(() => String, { description: about.externalServiceUrl })
  readonly externalServiceUrl!: string;

  @Field(() => Duration, { description: about.timeout })
  readonly timeout!: number;

  @Field(() => String, { description: about.trustedCa })
  readonly trustedCa!: string;

  @Field(() => String, { description: about.trustedLeafCertificateBundle })
  readonly trustedLeafCertificateBundle!: string;

  @Field(() => String, {
    description:
      'The certificates in PEM that the server shows to the service. Its key is never shown. Empty for none.',
  })
  readonly clientCertificate!: string;

  @Field(() => String, { description: about.entityJmespath })
  readonly entityJmespath!: string;

  @Field(() => String, { description: about.groupJmespath })
  readonly groupJmespath!: string;

  @Field(() => DateTime, { nullable: true, description: 'When it was last changed. Null if it never was.' })
  readonly updatedAt!: Date | null;

  @Field(() => DateTime, {
    nullable: true,
    description:
      'When the service last answered as it should, to the minute. Null if it did not since the last change.',
  })
  readonly lastSuccessAt!: Date | null;
}

@InputType({ description: 'Changes to the external policy of a mount. Fields that are left out do not change.' })
export class ConfigureExternalPolicyInput extends InMountInput {
  @Field(() => Boolean, { nullable: true, description: about.enabled })
  readonly enabled?: boolean | null;

  @Field(() => String, { nullable: true, description: about.externalServiceUrl })
  readonly externalServiceUrl?: string | null;

  @Field(() => Duration, { nullable: true, description: about.timeout })
  readonly timeout?: number | null;

  @Field(() => String, { nullable: true, description: about.trustedCa })
  readonly trustedCa?: string | null;

  @Field(() => String, { nullable: true, description: about.trustedLeafCertificateBundle })
  readonly trustedLeafCertificateBundle?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'What the server shows to the service: a certificate, further certificates of its chain, and its private key, in PEM. The key is kept sealed. Empty for nothing.',
  })
  readonly clientCertificateBundle?: string | null;

  @Field(() => String, { nullable: true, description: about.entityJmespath })
  readonly entityJmespath?: string | null;

  @Field(() => String, { nullable: true, description: about.groupJmespath })
  readonly groupJmespath?: string | null;
}

export const ConfigureExternalPolicyPayload = payloadType(
  'ConfigureExternalPolicyPayload',
  'externalPolicy',
  () => ExternalPolicy,
);

const place: Readonly<Record<string, InputField>> = {
  mount: mountField,
  issuerRef: {
    type: () => String,
    nullable: true,
    description:
      'The issuer that signs unless the service names another one: identifier, name or `default`. Defaults to the default issuer of the mount.',
  },
  policy: { type: () => String, nullable: true, description: 'Name of a policy, for the service.' },
  request: {
    type: () => JSONScalar,
    nullable: true,
    description: 'The parameters of the certificate: any object. Only the service says what they mean.',
  },
};

export const IssueByExternalPolicyInput = declareInputType(
  'IssueByExternalPolicyInput',
  'The kind of key, and the parameters for the service.',
  { ...place, ...inputFields(externalIssueFields) },
);
export const SignByExternalPolicyInput = declareInputType(
  'SignByExternalPolicyInput',
  'The signing request, and the parameters for the service.',
  { ...place, ...inputFields(externalSignFields) },
);
export const SignIntermediateByExternalPolicyInput = declareInputType(
  'SignIntermediateByExternalPolicyInput',
  'The signing request of an intermediate authority, and the parameters for the service.',
  { ...place, ...inputFields(externalSignFields) },
);

export const IssueByExternalPolicyPayload = issuedPayload('IssueByExternalPolicyPayload');
export const SignByExternalPolicyPayload = issuedPayload('SignByExternalPolicyPayload');
export const SignIntermediateByExternalPolicyPayload = issuedPayload('SignIntermediateByExternalPolicyPayload');
