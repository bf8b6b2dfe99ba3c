import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { connectionType } from '../../platform/graphql/connection.js';
import { declareObjectType } from '../../platform/graphql/declare.js';
import { Node } from '../../platform/graphql/node.js';
import { DateTime, PEM, SerialNumber } from '../../platform/graphql/scalars.js';
import type { UrlsConfig } from '../config/urls-config.js';
import { UrlsConfigType } from '../config/config.type.js';
import { declareInputType, inputFields, mountField } from '../graphql/field-input.js';
import { withoutCommonNameField } from '../graphql/field-input.js';
import type { InputField } from '../graphql/field-input.js';
import { octets } from '../graphql/octets.js';
import { InMountInput } from '../graphql/mount-argument.js';
import { IssuerRef } from '../graphql/references.js';
import { KeySourceEnum } from '../graphql/key-source.js';
import { KeyTypeEnum } from '../graphql/key-type.js';
import { IssuerKey } from '../keys/key.type.js';
import { csrFields, leafNotAfterBehaviors, rootFields } from '../policy/index.js';
import type { LeafNotAfterBehavior } from '../policy/index.js';
import type { AuthorityIssuer } from './authority.js';
import type { ImportWay } from './imports.js';
import { issuerUsages } from './usages.js';
import type { IssuerUsage } from './usages.js';

const constants = <Name extends string>(names: readonly Name[]): Record<string, Name> =>
  Object.fromEntries(names.map((name) => [name.replaceAll('-', '_').toUpperCase(), name]));

const IssuerUsageEnum = constants(issuerUsages);
registerEnumType(IssuerUsageEnum, {
  name: 'IssuerUsage',
  description: 'What an issuer may be used for.',
  valuesConfig: {
    READ_ONLY: { description: 'Read it. Every issuer has this usage.' },
    ISSUING_CERTIFICATES: { description: 'Issue and sign certificates.' },
    CRL_SIGNING: { description: 'Sign CRLs.' },
    OCSP_SIGNING: { description: 'Sign OCSP responses.' },
  },
});

const LeafNotAfterBehaviorEnum = constants(leafNotAfterBehaviors);
registerEnumType(LeafNotAfterBehaviorEnum, {
  name: 'LeafNotAfterBehavior',
  description: 'What happens to a certificate that would expire after its issuer.',
  valuesConfig: {
    ERR: {
      description:
        'It is refused. The validity of an intermediate is truncated instead, so it expires with its issuer.',
    },
    TRUNCATE: { description: 'It expires with its issuer.' },
    PERMIT: { description: 'It is issued as requested.' },
    ALWAYS_ENFORCE_ERR: { description: 'It is refused. Intermediates are refused too.' },
  },
});

@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'A CA certificate of a certificate authority. Its key may be in the mount or elsewhere.',
})
export class Issuer implements Node {
  @Field(() => ID, { description: 'Identifier of the form `iss-…`.' })
  readonly id!: string;

  @Field(() => String, { description: 'The identifier that clients of the REST paths see.' })
  readonly uuid!: string;

  @Field(() => String, { description: 'Path of its mount.' })
  readonly mountPath!: string;

  @Field(() => String, { nullable: true, description: 'Its name, unique in the mount.' })
  readonly name!: string | null;

  @Field(() => Boolean, { description: 'Whether it is the default issuer of the mount.' })
  readonly isDefault!: boolean;

  @Field(() => Boolean, { description: 'Whether its certificate is self-signed.' })
  readonly isRoot!: boolean;

  @Field(() => ID, { nullable: true, description: 'Identifier of its key; null if the key is not in the mount.' })
  readonly keyId!: string | null;

  @Field(() => PEM, { description: 'Its certificate.' })
  readonly certificate!: string;

  @Field(() => [PEM], { description: 'Its certificate and the certificates above it that are in the mount.' })
  readonly chain!: readonly string[];

  /** The value that `manualChain` resolves. */
  readonly manualChainIds!: readonly string[];

  @Field(() => SerialNumber, { description: 'Serial number of its certificate.' })
  readonly serialNumber!: string;

  @Field(() => String, { description: 'Subject of its certificate in the form of RFC 4514.' })
  readonly subject!: string;

  @Field(() => String, { description: 'Common name of its certificate. Empty if it has none.' })
  readonly commonName!: string;

  @Field(() => DateTime, { description: 'When its certificate becomes valid.' })
  readonly notBefore!: Date;

  @Field(() => DateTime, { description: 'When its certificate expires.' })
  readonly notAfter!: Date;

  @Field(() => String, { description: 'Its subject key identifier, as hex octets with colons.' })
  readonly subjectKeyId!: string;

  @Field(() => [IssuerUsageEnum], { description: 'What it may be used for.' })
  readonly usage!: readonly IssuerUsage[];

  @Field(() => LeafNotAfterBehaviorEnum, { description: 'What happens to a certificate that would expire after it.' })
  readonly leafNotAfterBehavior!: LeafNotAfterBehavior;

  @Field(() => String, {
    description:
      'The algorithm with which it signs CRLs and OCSP responses. If it is empty, one that suits its key is used.',
  })
  readonly revocationSignatureAlgorithm!: string;

  @Field(() => DateTime, { nullable: true, description: 'When it was revoked. Null if it is not revoked.' })
  readonly revokedAt!: Date | null;

  @Field(() => UrlsConfigType, {
    description: 'Its own addresses. If a list is empty, the addresses of the mount apply.',
  })
  readonly ownUrls!: UrlsConfig;

  @Field(() => UrlsConfigType, {
    description: 'The addresses in the certificates that it issues, with templates filled in.',
  })
  readonly urls!: UrlsConfig;

  @Field(() => DateTime, { description: 'When it was added to the mount.' })
  readonly createdAt!: Date;
}

export const IssuerConnection = connectionType('Issuer', () => Issuer, 'Issuers, oldest first.');

export function toIssuer(issuer: AuthorityIssuer): Issuer {
  const { certificate } = issuer;
  return {
    id: issuer.id,
    uuid: issuer.uuid,
    mountPath: issuer.mountPath,
    name: issuer.name ?? null,
    isDefault: issuer.isDefault,
    isRoot: issuer.isRoot,
    keyId: issuer.keyId ?? null,
    certificate: issuer.pem,
    chain: issuer.chainPem,
    manualChainIds: issuer.manualChain,
    serialNumber: issuer.serialNumber,
    subject: certificate.subject.toString(),
    commonName: certificate.subject.commonName ?? '',
    notBefore: certificate.notBefore,
    notAfter: certificate.notAfter,
    subjectKeyId: octets(issuer.subjectKeyId),
    usage: issuerUsages.filter((usage) => issuer.usage.has(usage)),
    leafNotAfterBehavior: issuer.facts.leafNotAfterBehavior,
    revocationSignatureAlgorithm: issuer.revocationSignatureAlgorithm,
    revokedAt: issuer.revokedAt ?? null,
    ownUrls: issuer.ownUrls,
    urls: issuer.urls,
    createdAt: issuer.createdAt,
  };
}

const privateKeyFields = {
  privateKey: {
    type: () => String,
    nullable: true,
    description: 'The private key in the requested format, if it is exported. It is shown only once.',
  },
  privateKeyType: {
    type: () => KeyTypeEnum,
    nullable: true,
    description: 'Type of the private key, if it is shown.',
  },
} as const;

export const GeneratedRoot = declareObjectType('GeneratedRoot', 'A root that was just generated.', {
  issuer: { type: () => Issuer, description: 'The issuer.' },
  issuerKey: { type: () => IssuerKey, description: 'Its key.' },
  certificate: {
    type: () => String,
    description: 'Its certificate in the requested format. A bundle of an exported root begins with the private key.',
  },
  issuingCa: { type: () => String, description: 'The certificate of its issuer, which is the root itself.' },
  ...privateKeyFields,
});

export const GeneratedCsr = declareObjectType('GeneratedCsr', 'A signing request for an intermediate authority.', {
  csr: { type: () => String, description: 'The request in the requested format.' },
  issuerKey: { type: () => IssuerKey, description: 'Its key.' },
  ...privateKeyFields,
});

const ImportWayEnum = {
  CA: 'ca',
  BUNDLE: 'bundle',
  CERTIFICATES: 'cert',
  SIGNED: 'signed',
} as const satisfies Record<string, ImportWay>;
registerEnumType(ImportWayEnum, {
  name: 'ImportWay',
  description: 'Ways to import CA certificates.',
  valuesConfig: {
    CA: {
      description:
        'As with `config/ca`: certificates and keys. If the mount has no default issuer, it gets one, even if that issuer cannot sign.',
    },
    BUNDLE: { description: 'As with `issuers/import/bundle`: certificates and keys.' },
    CERTIFICATES: { description: 'As with `issuers/import/cert`: only certificates.' },
    SIGNED: {
      description:
        'As with `intermediate/set-signed`: a certificate that another certificate authority issued for a signing request of this mount.',
    },
  },
});

const typeField = { type: () => KeySourceEnum, description: 'The source of its key.' } as const;

const underIssuersField: InputField = {
  type: () => Boolean,
  nullable: true,
  description:
    'Which path the policies must allow: if true the one below `issuers/generate/`, if false the one below `root/generate/` or `intermediate/generate/`. ' +
    'By default, one of them is enough.',
};

export const GenerateRootInput = declareInputType('GenerateRootInput', 'The root to generate.', {
  mount: mountField,
  type: typeField,
  underIssuers: underIssuersField,
  ...inputFields(rootFields),
});

export const RotateRootInput = declareInputType(
  'RotateRootInput',
  'The root to generate in addition to the default issuer.',
  {
    mount: mountField,
    type: typeField,
    ...inputFields(rootFields),
  },
);

export const GenerateIntermediateInput = declareInputType(
  'GenerateIntermediateInput',
  'The signing request for an intermediate authority to create.',
  {
    mount: mountField,
    type: typeField,
    underIssuers: underIssuersField,
    withoutCommonName: withoutCommonNameField,
    ...inputFields(csrFields),
  },
);

export const CrossSignIntermediateInput = declareInputType(
  'CrossSignIntermediateInput',
  'The signing request to create with a key of the mount.',
  { mount: mountField, withoutCommonName: withoutCommonNameField, ...inputFields(csrFields) },
);

@InputType({ description: 'The issuer that becomes the default issuer.' })
export class ReplaceRootInput extends InMountInput {
  @Field(() => String, { nullable: true, description: 'The issuer, by name or identifier. Defaults to `next`.' })
  default?: string | null;
}

@InputType({ description: 'The mount whose issuers and keys are all deleted.' })
export class DeleteRootInput extends InMountInput {}

@InputType({ description: 'The CA certificates and keys to import.' })
export class ImportIssuersInput extends InMountInput {
  @Field(() => ImportWayEnum, { description: 'How they are imported.' })
  way!: ImportWay;

  @Field(() => PEM, { description: 'One or more certificates and keys, in any order.' })
  pemBundle!: string;
}

const listed = (description: string) => ({ nullable: true, description }) as const;

@InputType({ description: 'Changes to an issuer. Fields that are left out do not change.' })
export class UpdateIssuerInput {
  @Field(() => IssuerRef, { description: 'The issuer.' })
  issuer!: IssuerRef;

  @Field(() => String, { nullable: true, description: 'Its new name. An empty text removes the name.' })
  issuerName?: string | null;

  @Field(() => LeafNotAfterBehaviorEnum, {
    nullable: true,
    description: 'What happens to a certificate that would expire after it.',
  })
  leafNotAfterBehavior?: LeafNotAfterBehavior | null;

  @Field(
    () => [String],
    listed(
      'Identifiers or names of the issuers of its chain, beginning with this issuer. With an empty list, the chain is built from signatures.',
    ),
  )
  manualChain?: string[] | null;

  @Field(() => [IssuerUsageEnum], listed('What it may be used for.'))
  usage?: IssuerUsage[] | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The algorithm with which it signs CRLs and OCSP responses, such as `SHA384WithRSA`. If it is empty, one that suits its key is used.',
  })
  revocationSignatureAlgorithm?: string | null;

  @Field(() => [String], listed('Addresses of its certificate.'))
  issuingCertificates?: string[] | null;

  @Field(() => [String], listed('Addresses of its CRL.'))
  crlDistributionPoints?: string[] | null;

  @Field(() => [String], listed('Addresses of its delta CRL.'))
  deltaCrlDistributionPoints?: string[] | null;

  @Field(() => [String], listed('Addresses of OCSP responders.'))
  ocspServers?: string[] | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether the templates in the addresses are filled in.' })
  enableAiaUrlTemplating?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether policies must allow `patch` instead of `update`. Defaults to false.',
  })
  asPatch?: boolean | null;
}

@InputType({ description: 'The issuer to revoke.' })
export class RevokeIssuerInput {
  @Field(() => IssuerRef, { description: 'The issuer.' })
  issuer!: IssuerRef;
}

@InputType({ description: 'The issuer to delete.' })
export class DeleteIssuerInput {
  @Field(() => IssuerRef, { description: 'The issuer.' })
  issuer!: IssuerRef;
}
