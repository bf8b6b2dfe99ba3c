import { Field, InputType, ObjectType } from 'type-graphql';
import { payloadType } from '../../platform/graphql/payload.js';
import { DateTime } from '../../platform/graphql/scalars.js';
import { InMountInput } from '../graphql/mount-argument.js';
import type { EstAuthenticators, EstConfig } from './est-config.js';
import type { EstConfigChange } from './est-configuration.js';

const policy = '`sign-verbatim` (whatever a signing request asks for), or `role:` with the name of a role';

const about = {
  enabled: 'Whether certificates can be obtained by EST. Otherwise its paths are not there.',
  defaultMount:
    'Whether the paths below `/.well-known/est` without a label lead to this mount. Only one mount can have that.',
  defaultPathPolicy: `What decides where the path names no role and no label: ${policy}. Empty for nothing: then there is no such path.`,
  labelToPathPolicy:
    'The labels below `/.well-known/est` that lead to this mount. No other mount can have the same. At most 100.',
  authenticators: 'Which auth methods say who a client is.',
  enableSentinelParsing:
    'Whether rules of policies about parameters, and records of certificates, look at what signing requests ask for.',
  auditFields:
    'Which parts of a signing request that is, by the names that the parameters asking for the same have in REST.',
  label: 'One part of a path. At most 64 letters, digits and `.`, `_`, `~`, `-`.',
  pathPolicy: `What decides there: ${policy}.`,
  userpass: 'For clients that send a name and a password. Null for none.',
  cert: 'For clients that show a certificate. Null for none.',
  accessor: 'The accessor of the auth method, such as `auth_userpass_1a2b3c4d`.',
  certRole: 'The role of the auth method that certificates must satisfy. Empty for any of its roles.',
} as const;

@ObjectType({ simpleResolvers: true, description: 'A label below `/.well-known/est`, and what decides there.' })
export class EstLabelPolicy {
  @Field(() => String, { description: about.label })
  readonly label!: string;

  @Field(() => String, { description: about.pathPolicy })
  readonly pathPolicy!: string;
}

@ObjectType({
  simpleResolvers: true,
  description: 'The auth method for clients of EST that send a name and a password.',
})
export class EstUserpassAuthenticator {
  @Field(() => String, { description: about.accessor })
  readonly accessor!: string;
}

@ObjectType({ simpleResolvers: true, description: 'The auth method for clients of EST that show a certificate.' })
export class EstCertAuthenticator {
  @Field(() => String, { description: about.accessor })
  readonly accessor!: string;

  @Field(() => String, { description: about.certRole })
  readonly certRole!: string;
}

@ObjectType('EstAuthenticators', {
  simpleResolvers: true,
  description: 'Which auth methods say who a client of EST is. A password goes before a certificate.',
})
class EstAuthenticatorsType {
  @Field(() => EstUserpassAuthenticator, { nullable: true, description: about.userpass })
  readonly userpass!: EstUserpassAuthenticator | null;

  @Field(() => EstCertAuthenticator, { nullable: true, description: about.cert })
  readonly cert!: EstCertAuthenticator | null;
}

@ObjectType('EstConfig', { simpleResolvers: true, description: 'How certificates can be obtained by EST (RFC 7030).' })
export class EstConfigType {
  @Field(() => Boolean, { description: about.enabled })
  readonly enabled!: boolean;

  @Field(() => Boolean, { description: about.defaultMount })
  readonly defaultMount!: boolean;

  @Field(() => String, { description: about.defaultPathPolicy })
  readonly defaultPathPolicy!: string;

  @Field(() => [EstLabelPolicy], { description: about.labelToPathPolicy })
  readonly labelToPathPolicy!: readonly EstLabelPolicy[];

  @Field(() => EstAuthenticatorsType, { description: about.authenticators })
  readonly authenticators!: EstAuthenticators;

  @Field(() => Boolean, { description: about.enableSentinelParsing })
  readonly enableSentinelParsing!: boolean;

  @Field(() => [String], { description: about.auditFields })
  readonly auditFields!: readonly string[];

  @Field(() => DateTime, { nullable: true, description: 'When it was last written. Null if it never was.' })
  readonly updatedAt!: Date | null;
}

@InputType({ description: 'A label below `/.well-known/est`, and what decides there.' })
export class EstLabelPolicyInput {
  @Field(() => String, { description: about.label })
  readonly label!: string;

  @Field(() => String, { description: about.pathPolicy })
  readonly pathPolicy!: string;
}

@InputType({ description: 'The auth method for clients of EST that send a name and a password.' })
export class EstUserpassAuthenticatorInput {
  @Field(() => String, { description: about.accessor })
  readonly accessor!: string;
}

@InputType({ description: 'The auth method for clients of EST that show a certificate.' })
export class EstCertAuthenticatorInput {
  @Field(() => String, { description: about.accessor })
  readonly accessor!: string;

  @Field(() => String, { nullable: true, description: about.certRole })
  readonly certRole?: string | null;
}

@InputType({ description: 'Which auth methods say who a client of EST is, in place of all that did before.' })
export class EstAuthenticatorsInput {
  @Field(() => EstUserpassAuthenticatorInput, { nullable: true, description: about.userpass })
  readonly userpass?: EstUserpassAuthenticatorInput | null;

  @Field(() => EstCertAuthenticatorInput, { nullable: true, description: about.cert })
  readonly cert?: EstCertAuthenticatorInput | null;
}

@InputType({
  description: 'Changes to how certificates can be obtained by EST. Fields that are left out do not change.',
})
export class ConfigureEstInput extends InMountInput {
  @Field(() => Boolean, { nullable: true, description: about.enabled })
  readonly enabled?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: about.defaultMount })
  readonly defaultMount?: boolean | null;

  @Field(() => String, { nullable: true, description: about.defaultPathPolicy })
  readonly defaultPathPolicy?: string | null;

  @Field(() => [EstLabelPolicyInput], { nullable: true, description: about.labelToPathPolicy })
  readonly labelToPathPolicy?: EstLabelPolicyInput[] | null;

  @Field(() => EstAuthenticatorsInput, { nullable: true, description: about.authenticators })
  readonly authenticators?: EstAuthenticatorsInput | null;

  @Field(() => Boolean, { nullable: true, description: about.enableSentinelParsing })
  readonly enableSentinelParsing?: boolean | null;

  @Field(() => [String], { nullable: true, description: about.auditFields })
  readonly auditFields?: string[] | null;
}

export const ConfigureEstPayload = payloadType('ConfigureEstPayload', 'estConfig', () => EstConfigType);

export const toEstConfig = ({ labelToPathPolicy, lastUpdated, ...config }: EstConfig): EstConfigType => ({
  ...config,
  labelToPathPolicy: Object.entries(labelToPathPolicy)
    .map(([label, pathPolicy]) => ({ label, pathPolicy }))
    .sort((one, other) => (one.label < other.label ? -1 : 1)),
  updatedAt: lastUpdated === '' ? null : new Date(lastUpdated),
});

export const toEstChange = ({ labelToPathPolicy, authenticators, ...input }: ConfigureEstInput): EstConfigChange => ({
  ...input,
  ...(labelToPathPolicy && {
    labelToPathPolicy: Object.fromEntries(labelToPathPolicy.map(({ label, pathPolicy }) => [label, pathPolicy])),
  }),
  ...(authenticators && {
    authenticators: {
      userpass: authenticators.userpass ? { accessor: authenticators.userpass.accessor } : null,
      cert: authenticators.cert
        ? { accessor: authenticators.cert.accessor, certRole: authenticators.cert.certRole ?? '' }
        : null,
    },
  }),
});
