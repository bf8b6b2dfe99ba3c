import { create, createFileRegistry } from '@bufbuild/protobuf';
import type { FileRegistry, MessageInitShape } from '@bufbuild/protobuf';
import {
  type DescriptorProtoSchema,
  FieldDescriptorProto_Label as Label,
  FieldDescriptorProto_Type as Type,
  FileDescriptorProtoSchema,
  file_google_protobuf_timestamp,
} from '@bufbuild/protobuf/wkt';

/** The namespace of the messages: expressions may leave it out. */
export const namespace = 'openbao.pki';
/** What an expression that allows a request results in. */
export const outputMessage = `${namespace}.ValidationOutput`;

/** Stands for optional values (`optionals.ts`). */
export const optionalMessage = `${namespace}.optional_type`;

const timestamps = 'google/protobuf/timestamp.proto';

const scalars = {
  string: Type.STRING,
  bool: Type.BOOL,
  bytes: Type.BYTES,
  int64: Type.INT64,
  uint32: Type.UINT32,
  uint64: Type.UINT64,
} as const;

/** `of` is a scalar, or a message or enum of the tables below. */
interface FieldType {
  readonly of: string;
  readonly many?: true;
}

const one = (of: string): FieldType => ({ of });
const many = (of: string): FieldType => ({ of, many: true });

/**
 * Messages by name, their fields by name. OpenBao, PKI: CertTemplate has the fields of Go's `x509.Certificate`, without those that a signature decides. A dot
 * separates a message from the one that contains it.
 */
const messages: Readonly<Record<string, Readonly<Record<string, FieldType>>>> = {
  PKIX: {},
  'PKIX.Name': {
    Country: many('string'),
    Organization: many('string'),
    OrganizationUnit: many('string'),
    Locality: many('string'),
    Province: many('string'),
    StreetAddress: many('string'),
    PostalCode: many('string'),
    SerialNumber: one('string'),
    CommonName: one('string'),
  },
  'PKIX.Extension': { Id: many('int64'), Critical: one('bool'), Value: one('bytes') },
  ObjectIdentifier: { arc: many('uint32') },
  OID: { arc: many('uint64') },
  net: {},
  'net.IP': { IP: one('bytes') },
  'net.IPMask': { IPMask: one('bytes') },
  'net.IPNet': { IP: one('net.IP'), Mask: one('net.IPMask') },
  Userinfo: { username: one('string'), password: one('string'), password_set: one('bool') },
  url: {},
  'url.URL': {
    Scheme: one('string'),
    Opaque: one('string'),
    User: one('Userinfo'),
    Host: one('string'),
    Path: one('string'),
    RawPath: one('string'),
    OmitHost: one('bool'),
    ForceQuery: one('bool'),
    RawQuery: one('string'),
    Fragment: one('string'),
    RawFragment: one('string'),
  },
  optional_type: { value: one('string') },
  PolicyMapping: { IssuerDomainPolicy: one('OID'), SubjectDomainPolicy: one('OID') },
  ValidationOutput: {
    template: one('CertTemplate'),
    issuer_ref: one('string'),
    use_pss: one('bool'),
    signature_bits: one('uint32'),
    generate_lease: one('bool'),
    no_store: one('bool'),
    warnings: many('string'),
    subject_key_id: one('bytes'),
    key_type: one('string'),
    key_bits: one('uint64'),
  },
  CertTemplate: {
    Version: one('int64'),
    Subject: one('PKIX.Name'),
    NotBefore: one('Timestamp'),
    NotAfter: one('Timestamp'),
    KeyUsage: one('KeyUsage'),
    ExtraExtensions: many('PKIX.Extension'),
    ExtKeyUsage: many('ExtKeyUsage'),
    UnknownExtKeyUsage: many('ObjectIdentifier'),
    BasicConstraintsValid: one('bool'),
    IsCA: one('bool'),
    MaxPathLen: one('int64'),
    MaxPathLenZero: one('bool'),
    SubjectKeyId: one('bytes'),
    DNSNames: many('string'),
    EmailAddresses: many('string'),
    IPAddresses: many('net.IP'),
    URIs: many('url.URL'),
    PermittedDNSDomainsCritical: one('bool'),
    PermittedDNSDomains: many('string'),
    ExcludedDNSDomains: many('string'),
    PermittedIPRanges: many('net.IPNet'),
    ExcludedIPRanges: many('net.IPNet'),
    PermittedEmailAddresses: many('string'),
    ExcludedEmailAddresses: many('string'),
    PermittedURIDomains: many('string'),
    ExcludedURIDomains: many('string'),
    PolicyIdentifiers: many('ObjectIdentifier'),
    Policies: many('OID'),
    InhibitAnyPolicy: one('int64'),
    InhibitAnyPolicyZero: one('bool'),
    InhibitPolicyMapping: one('int64'),
    InhibitPolicyMappingZero: one('bool'),
    RequireExplicitPolicy: one('int64'),
    RequireExplicitPolicyZero: one('bool'),
    PolicyMappings: many('PolicyMapping'),
  },
};

const enums: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  /**
   * Each has its bit, so that a sum of them means all of them. OpenBao counts them from 1 to 9, but signs the number as bits: there, a sum of bits works, and
   * the names from KeyEncipherment on mean something else than they say.
   */
  KeyUsage: {
    KeyUsageUnspecified: 0,
    KeyUsageDigitalSignature: 1,
    KeyUsageContentCommitment: 2,
    KeyUsageKeyEncipherment: 4,
    KeyUsageDataEncipherment: 8,
    KeyUsageKeyAgreement: 16,
    KeyUsageCertSign: 32,
    KeyUsageCRLSign: 64,
    KeyUsageEncipherOnly: 128,
    KeyUsageDecipherOnly: 256,
  },
  ExtKeyUsage: {
    ExtKeyUsageAny: 0,
    ExtKeyUsageServerAuth: 1,
    ExtKeyUsageClientAuth: 2,
    ExtKeyUsageCodeSigning: 3,
    ExtKeyUsageEmailProtection: 4,
    ExtKeyUsageIPSECEndSystem: 5,
    ExtKeyUsageIPSECTunnel: 6,
    ExtKeyUsageIPSECUser: 7,
    ExtKeyUsageTimeStamping: 8,
    ExtKeyUsageOCSPSigning: 9,
    ExtKeyUsageMicrosoftServerGatedCrypto: 10,
    ExtKeyUsageNetscapeServerGatedCrypto: 11,
    ExtKeyUsageMicrosoftCommercialCodeSigning: 12,
    ExtKeyUsageMicrosoftKernelCodeSigning: 13,
  },
};

/** The names of messages and enums that are in no other. */
export const typeRoots: readonly string[] = [...Object.keys(messages), ...Object.keys(enums)].filter(
  (name) => !name.includes('.'),
);

const isScalar = (of: string): of is keyof typeof scalars => Object.hasOwn(scalars, of);

function typeOf(of: string) {
  if (isScalar(of)) return { type: scalars[of] };
  if (of === 'Timestamp') return { type: Type.MESSAGE, typeName: '.google.protobuf.Timestamp' };
  return { type: Object.hasOwn(enums, of) ? Type.ENUM : Type.MESSAGE, typeName: `.${namespace}.${of}` };
}

type Descriptor = MessageInitShape<typeof DescriptorProtoSchema>;

const descriptorOf = (name: string, fields: Readonly<Record<string, FieldType>>): Descriptor => ({
  name: name.slice(name.lastIndexOf('.') + 1),
  field: Object.entries(fields).map(([field, { of, many: repeated }], index) => ({
    name: field,
    number: index + 1,
    label: repeated ? Label.REPEATED : Label.OPTIONAL,
    ...typeOf(of),
  })),
  nestedType: Object.entries(messages)
    .filter(([inner]) => inner.startsWith(`${name}.`))
    .map(([inner, innerFields]) => descriptorOf(inner, innerFields)),
});

/** The messages that expressions can build. */
export function messageRegistry(): FileRegistry {
  const file = create(FileDescriptorProtoSchema, {
    name: 'expressions.proto',
    package: namespace,
    syntax: 'proto3',
    dependency: [timestamps],
    messageType: Object.entries(messages)
      .filter(([name]) => !name.includes('.'))
      .map(([name, fields]) => descriptorOf(name, fields)),
    enumType: Object.entries(enums).map(([name, values]) => ({
      name,
      value: Object.entries(values).map(([value, number]) => ({ name: value, number })),
    })),
  });
  return createFileRegistry(file, (name) => (name === timestamps ? file_google_protobuf_timestamp : undefined));
}
