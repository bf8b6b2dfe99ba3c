import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { connectionType } from '../../platform/graphql/connection.js';
import { Node } from '../../platform/graphql/node.js';
import { DateTime, PEM, SerialNumber } from '../../platform/graphql/scalars.js';
import { OrderDirectionEnum } from '../../platform/graphql/order.js';
import type { OrderDirection } from '../../platform/graphql/order.js';
import type { CertificateOrder, CertificateOrderField } from './certificate.store.js';
import { KeyTypeEnum } from '../graphql/key-type.js';
import type { KeySpec } from '../x509/index.js';
import type { CertificateSearch, CertificateStatus } from './certificate-search.js';
import type { CertificateNames } from './names.js';

type KeyType = KeySpec['type'];

const CertificateStatusEnum = {
  VALID: 'valid',
  EXPIRED: 'expired',
  REVOKED: 'revoked',
  NOT_YET_VALID: 'not-yet-valid',
} as const satisfies Record<string, CertificateStatus>;
registerEnumType(CertificateStatusEnum, {
  name: 'CertificateStatus',
  description: 'Whether a certificate is valid now, and if not, why.',
  valuesConfig: {
    VALID: { description: 'It is within its validity period and not revoked.' },
    EXPIRED: { description: 'Its validity period has ended.' },
    REVOKED: { description: 'It was revoked, before or after it expired.' },
    NOT_YET_VALID: { description: 'Its validity period has not begun.' },
  },
});

const CertificateOrderFieldEnum = {
  ISSUED_AT: 'issuedAt',
  NOT_AFTER: 'notAfter',
  COMMON_NAME: 'commonName',
} as const satisfies Record<string, CertificateOrderField>;
registerEnumType(CertificateOrderFieldEnum, {
  name: 'CertificateOrderField',
  description: 'Fields by which certificates can be sorted.',
  valuesConfig: {
    ISSUED_AT: { description: 'Time of issuance.' },
    NOT_AFTER: { description: 'Time of expiry.' },
    COMMON_NAME: {
      description: 'Common name. Upper case may come before lower case.',
    },
  },
});

@InputType('CertificateOrder', { description: 'The sort order of a list of certificates.' })
export class CertificateOrderType implements CertificateOrder {
  @Field(() => CertificateOrderFieldEnum, { description: 'The field to sort by.' })
  readonly field!: CertificateOrderField;

  @Field(() => OrderDirectionEnum, { description: 'The sort direction.' })
  readonly direction!: OrderDirection;
}

const CertificateNameKindEnum = {
  COMMON_NAME: 'cn',
  DNS: 'dns',
  EMAIL: 'email',
  IP: 'ip',
  URI: 'uri',
  OTHER: 'other',
} as const satisfies Record<string, CertificateSearch['nameKind']>;
registerEnumType(CertificateNameKindEnum, {
  name: 'CertificateNameKind',
  description: 'Kinds of names in certificates.',
  valuesConfig: {
    COMMON_NAME: { description: 'Common name of the subject.' },
    DNS: { description: 'Host name.' },
    EMAIL: { description: 'E-mail address.' },
    IP: { description: 'IP address.' },
    URI: { description: 'URI.' },
    OTHER: { description: 'Other name, `<oid>;UTF8:<value>`.' },
  },
});

@ObjectType('CertificateNames', {
  simpleResolvers: true,
  description: 'The alternative names of a certificate, by kind.',
})
export class CertificateNamesType implements CertificateNames {
  @Field(() => [String], { description: 'Host names.' })
  readonly dns!: readonly string[];

  @Field(() => [String], { description: 'E-mail addresses.' })
  readonly email!: readonly string[];

  @Field(() => [String], { description: 'IP addresses.' })
  readonly ip!: readonly string[];

  @Field(() => [String], { description: 'URIs.' })
  readonly uri!: readonly string[];

  @Field(() => [String], { description: 'Other names, `<oid>;UTF8:<value>`.' })
  readonly other!: readonly string[];
}

@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description:
    'A certificate that its mount stores. Most certificates are stored when they are issued, some only when they are revoked.',
})
export class Certificate implements Node {
  @Field(() => ID, { description: 'Identifier of the form `crt-…`.' })
  readonly id!: string;

  @Field(() => String, { description: 'Path of its mount.' })
  readonly mountPath!: string;

  @Field(() => SerialNumber, { description: 'Unique in its mount.' })
  readonly serialNumber!: string;

  @Field(() => ID, { nullable: true, description: 'Identifier of its issuer. Null if the issuer was deleted.' })
  readonly issuerId!: string | null;

  @Field(() => String, { nullable: true, description: 'Name of the role that it was issued under.' })
  readonly roleName!: string | null;

  @Field(() => String, { description: 'Common name of the subject. It may be empty.' })
  readonly commonName!: string;

  @Field(() => CertificateNamesType, { description: 'Its alternative names.' })
  readonly names!: CertificateNames;

  @Field(() => KeyTypeEnum, { nullable: true, description: 'Type of its key. Null if it is not known.' })
  readonly keyType!: KeyType | null;

  @Field(() => Int, { description: 'Size of its key in bits; 0 for Ed25519.' })
  readonly keyBits!: number;

  @Field(() => DateTime, { description: 'When it becomes valid.' })
  readonly notBefore!: Date;

  @Field(() => DateTime, { description: 'When it expires.' })
  readonly notAfter!: Date;

  @Field(() => DateTime, {
    description: 'When it was issued. For a certificate that was stored when it was revoked: when it became valid.',
  })
  readonly issuedAt!: Date;

  @Field(() => DateTime, { nullable: true, description: 'When it was revoked.' })
  readonly revokedAt!: Date | null;

  @Field(() => CertificateStatusEnum, { description: 'Its status: valid, or why it is not valid.' })
  readonly status!: CertificateStatus;

  @Field(() => PEM, { description: 'The certificate itself.' })
  readonly certificate!: string;
}

export const CertificateConnection = connectionType(
  'Certificate',
  () => Certificate,
  'Certificates of a mount. A search with few matches among very many certificates may return a short or an empty page. As long as `hasNextPage` is true, continue after `endCursor`.',
);

@InputType({ description: 'A filter for certificates. All conditions must be met.' })
export class CertificateFilter {
  @Field(() => String, {
    nullable: true,
    description:
      'The complete common name or a complete alternative name. Case does not matter. You can find a new certificate by its names shortly after it is issued.',
  })
  readonly name?: string | null;

  @Field(() => CertificateNameKindEnum, {
    nullable: true,
    description: 'The kind of name that `name` is. Defaults to any kind.',
  })
  readonly nameKind?: CertificateSearch['nameKind'] | null;

  @Field(() => String, {
    nullable: true,
    description: 'A domain: only certificates with a name below it, at any depth.',
  })
  readonly below?: string | null;

  @Field(() => String, { nullable: true, description: 'The complete common name. Upper and lower case must match.' })
  readonly commonName?: string | null;

  @Field(() => SerialNumber, { nullable: true, description: 'Serial number.' })
  readonly serialNumber?: string | null;

  @Field(() => String, { nullable: true, description: 'The issuer: its identifier, its name, or `default`.' })
  readonly issuer?: string | null;

  @Field(() => String, { nullable: true, description: 'Name of the role that it was issued under.' })
  readonly role?: string | null;

  @Field(() => KeyTypeEnum, { nullable: true, description: 'Type of its key.' })
  readonly keyType?: KeyType | null;

  @Field(() => DateTime, { nullable: true, description: 'Only certificates that expire at this time or later.' })
  readonly expiresAfter?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Only certificates that expire before this time.' })
  readonly expiresBefore?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Only certificates that were issued at this time or later.' })
  readonly issuedAfter?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Only certificates that were issued before this time.' })
  readonly issuedBefore?: Date | null;

  @Field(() => CertificateStatusEnum, { nullable: true, description: 'Its status: valid, or why it is not valid.' })
  readonly status?: CertificateStatus | null;
}
