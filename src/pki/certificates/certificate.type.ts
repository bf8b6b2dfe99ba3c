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

export const CertificateStatusEnum = {
  VALID: 'valid',
  EXPIRED: 'expired',
  REVOKED: 'revoked',
  NOT_YET_VALID: 'not-yet-valid',
} as const satisfies Record<string, CertificateStatus>;
registerEnumType(CertificateStatusEnum, {
  name: 'CertificateStatus',
  description: 'What a certificate is worth now.',
  valuesConfig: {
    VALID: { description: 'It has begun, has not ended and is not revoked.' },
    EXPIRED: { description: 'It has ended.' },
    REVOKED: { description: 'It was revoked, before its end or after.' },
    NOT_YET_VALID: { description: 'It has not begun.' },
  },
});

export const CertificateOrderFieldEnum = {
  ISSUED_AT: 'issuedAt',
  NOT_AFTER: 'notAfter',
  COMMON_NAME: 'commonName',
} as const satisfies Record<string, CertificateOrderField>;
registerEnumType(CertificateOrderFieldEnum, {
  name: 'CertificateOrderField',
  description: 'What certificates can be sorted by.',
  valuesConfig: {
    ISSUED_AT: { description: 'When they were issued.' },
    NOT_AFTER: { description: 'When they expire.' },
    COMMON_NAME: {
      description: 'Their common name, in the order of the database; upper case may come before lower case.',
    },
  },
});

@InputType('CertificateOrder', { description: 'What a list of certificates is sorted by.' })
export class CertificateOrderType implements CertificateOrder {
  @Field(() => CertificateOrderFieldEnum, { description: 'By what.' })
  readonly field!: CertificateOrderField;

  @Field(() => OrderDirectionEnum, { description: 'Which way.' })
  readonly direction!: OrderDirection;
}

export const CertificateNameKindEnum = {
  COMMON_NAME: 'cn',
  DNS: 'dns',
  EMAIL: 'email',
  IP: 'ip',
  URI: 'uri',
  OTHER: 'other',
} as const satisfies Record<string, CertificateSearch['nameKind']>;
registerEnumType(CertificateNameKindEnum, {
  name: 'CertificateNameKind',
  description: 'What kind of name a certificate is for.',
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
  description: 'A certificate that was stored, when it was issued or when it was revoked.',
})
export class Certificate implements Node {
  @Field(() => ID, { description: 'Identifier of the form `crt-…`.' })
  readonly id!: string;

  @Field(() => String, { description: 'Path of its mount.' })
  readonly mountPath!: string;

  @Field(() => SerialNumber, { description: 'Unique in its mount.' })
  readonly serialNumber!: string;

  @Field(() => ID, { nullable: true, description: 'Identifier of its issuer; null where that was deleted.' })
  readonly issuerId!: string | null;

  @Field(() => String, { nullable: true, description: 'Name of the role it was issued under.' })
  readonly roleName!: string | null;

  @Field(() => String, { description: 'Common name of the subject; may be empty.' })
  readonly commonName!: string;

  @Field(() => CertificateNamesType, { description: 'What it is for besides.' })
  readonly names!: CertificateNames;

  @Field(() => KeyTypeEnum, { nullable: true, description: 'Type of its key; null where nobody kept it.' })
  readonly keyType!: KeyType | null;

  @Field(() => Int, { description: 'Bits of its key; 0 for Ed25519.' })
  readonly keyBits!: number;

  @Field(() => DateTime, { description: 'From when it holds.' })
  readonly notBefore!: Date;

  @Field(() => DateTime, { description: 'Until when it holds.' })
  readonly notAfter!: Date;

  @Field(() => DateTime, {
    description: 'When it was issued; the beginning of its validity where nobody kept it before it was revoked.',
  })
  readonly issuedAt!: Date;

  @Field(() => DateTime, { nullable: true, description: 'When it was revoked.' })
  readonly revokedAt!: Date | null;

  @Field(() => CertificateStatusEnum, { description: 'What it is worth now.' })
  readonly status!: CertificateStatus;

  @Field(() => PEM, { description: 'The certificate itself.' })
  readonly certificate!: string;
}

export const CertificateConnection = connectionType(
  'Certificate',
  () => Certificate,
  'Certificates of a mount. Where what is looked for is rare among very many, a page may hold fewer than asked, or none: while `hasNextPage` is true, `endCursor` goes on.',
);

@InputType({ description: 'What to look for; everything that is given must hold.' })
export class CertificateFilter {
  @Field(() => String, {
    nullable: true,
    description:
      'Common name or alternative name, whole; case does not count. Found shortly after the certificate was issued.',
  })
  readonly name?: string | null;

  @Field(() => CertificateNameKindEnum, { nullable: true, description: 'What kind of name `name` is.' })
  readonly nameKind?: CertificateSearch['nameKind'] | null;

  @Field(() => String, { nullable: true, description: 'A domain that one of the names is below, at any depth.' })
  readonly below?: string | null;

  @Field(() => String, { nullable: true, description: 'Common name, whole, case counts.' })
  readonly commonName?: string | null;

  @Field(() => SerialNumber, { nullable: true, description: 'Serial number.' })
  readonly serialNumber?: string | null;

  @Field(() => String, { nullable: true, description: 'Issuer: identifier, name or `default`.' })
  readonly issuer?: string | null;

  @Field(() => String, { nullable: true, description: 'Name of the role it was issued under.' })
  readonly role?: string | null;

  @Field(() => KeyTypeEnum, { nullable: true, description: 'Type of its key.' })
  readonly keyType?: KeyType | null;

  @Field(() => DateTime, { nullable: true, description: 'It ends then or later.' })
  readonly expiresAfter?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'It ends before.' })
  readonly expiresBefore?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'It was issued then or later.' })
  readonly issuedAfter?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'It was issued before.' })
  readonly issuedBefore?: Date | null;

  @Field(() => CertificateStatusEnum, { nullable: true, description: 'What it is worth now.' })
  readonly status?: CertificateStatus | null;
}
