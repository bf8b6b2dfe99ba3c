import 'reflect-metadata';
import { Field, InputType, Int, ObjectType } from 'type-graphql';
import { registerWritableEnum } from '../../platform/graphql/as-written.js';
import type { TypeThunk } from '../../platform/graphql/declare.js';
import { DateTime, Duration, PEM } from '../../platform/graphql/scalars.js';
import type { ParameterType } from '../policy/index.js';
import { KeyTypeEnum } from './key-type.js';
import { ExtKeyUsageEnum, KeyUsageEnum } from './key-usages.js';

const CertificateFormatEnum = { PEM: 'pem', DER: 'der', PEM_BUNDLE: 'pem_bundle' } as const;
registerWritableEnum(CertificateFormatEnum, {
  name: 'CertificateFormat',
  description: 'Formats of certificates.',
  valuesConfig: {
    PEM: { description: 'PEM.' },
    DER: { description: 'DER, in base64.' },
    PEM_BUNDLE: { description: 'One PEM text: the private key if there is one, the certificate, and its issuer.' },
  },
});

const PrivateKeyFormatEnum = { DER: 'der', PEM: 'pem', PKCS8: 'pkcs8' } as const;
registerWritableEnum(PrivateKeyFormatEnum, {
  name: 'PrivateKeyFormat',
  description: 'Formats of private keys.',
  valuesConfig: {
    DER: { description: 'The traditional encoding of the key type, as PEM or base64 like the certificate.' },
    PEM: { description: 'The same as `DER`.' },
    PKCS8: { description: 'PKCS#8, in PEM.' },
  },
});

const CnValidationEnum = { EMAIL: 'email', HOSTNAME: 'hostname', DISABLED: 'disabled' } as const;
registerWritableEnum(CnValidationEnum, {
  name: 'CnValidation',
  description: 'How common names are validated.',
  valuesConfig: {
    EMAIL: { description: 'E-mail addresses.' },
    HOSTNAME: { description: 'Host names.' },
    DISABLED: { description: 'Common names are not validated. It cannot be combined with other values.' },
  },
});

const SerialNumberSourceEnum = { JSON_CSR: 'json-csr', JSON: 'json' } as const;
registerWritableEnum(SerialNumberSourceEnum, {
  name: 'SerialNumberSource',
  description: 'The source of the serial number in a subject.',
  valuesConfig: {
    JSON_CSR: { description: 'The parameter, or else the signing request.' },
    JSON: { description: 'Only the parameter.' },
  },
});

const NotBeforeBoundEnum = { PERMIT: 'permit', DURATION: 'duration', FORBID: 'forbid' } as const;
registerWritableEnum(NotBeforeBoundEnum, {
  name: 'NotBeforeBound',
  description: 'Which beginnings of validity requests may give.',
  valuesConfig: {
    PERMIT: { description: 'Any.' },
    DURATION: { description: 'None before what `notBeforeDuration` allows.' },
    FORBID: { description: 'None.' },
  },
});

const LintProfileEnum = { RFC5280: 'rfc5280', CABF_BR: 'cabf-br' } as const;
registerWritableEnum(LintProfileEnum, {
  name: 'LintProfile',
  description: 'Whose rules certificates are checked against before they are signed.',
  valuesConfig: {
    RFC5280: { description: 'Those of RFC 5280.' },
    CABF_BR: { description: 'Those of the CA/Browser Forum for TLS servers too (Baseline Requirements).' },
  },
});

export const LintSeverityEnum = { WARNING: 'warning', ERROR: 'error', FATAL: 'fatal' } as const;
registerWritableEnum(LintSeverityEnum, {
  name: 'LintSeverity',
  description: 'How much it matters that a certificate breaks a rule.',
  valuesConfig: {
    WARNING: { description: 'The document advises against it, or clients may dislike it.' },
    ERROR: { description: 'The document forbids it.' },
    FATAL: { description: 'Nobody can use the certificate. It is always refused.' },
  },
});

const oid = 'Its object identifier, with dots.';
const cps = 'Address of the practice statement (RFC 5280 §4.2.1.4).';
const notice = 'A notice to show to users of the certificate.';

@InputType('PolicyIdentifierInput', { description: 'A certificate policy under which certificates are issued.' })
export class PolicyIdentifierInput {
  @Field(() => String, { description: oid })
  readonly oid!: string;

  @Field(() => String, { nullable: true, description: cps })
  readonly cps?: string | null;

  @Field(() => String, { nullable: true, description: notice })
  readonly notice?: string | null;
}

@ObjectType({ simpleResolvers: true, description: 'A certificate policy under which certificates are issued.' })
export class PolicyIdentifier {
  @Field(() => String, { description: oid })
  readonly oid!: string;

  @Field(() => String, { nullable: true, description: cps })
  readonly cps?: string | undefined;

  @Field(() => String, { nullable: true, description: notice })
  readonly notice?: string | undefined;
}

const text = () => String;
const texts = () => [String];

/** The GraphQL types of parameters in inputs. In outputs, policies are {@link PolicyIdentifier}. */
export const parameterTypes = {
  flag: () => Boolean,
  whole: () => Int,
  duration: () => Duration,
  text,
  trimmed: text,
  keyIdentifier: text,
  pem: () => PEM,
  time: () => DateTime,
  list: texts,
  addresses: texts,
  networks: texts,
  otherNames: texts,
  keyUsages: () => [KeyUsageEnum],
  extKeyUsages: () => [ExtKeyUsageEnum],
  cnValidations: () => [CnValidationEnum],
  policies: () => [PolicyIdentifierInput],
  keyType: () => KeyTypeEnum,
  format: () => CertificateFormatEnum,
  privateKeyFormat: () => PrivateKeyFormatEnum,
  serialNumberSource: () => SerialNumberSourceEnum,
  notBeforeBound: () => NotBeforeBoundEnum,
  lintProfile: () => LintProfileEnum,
  lintSeverity: () => LintSeverityEnum,
} satisfies Readonly<Record<ParameterType, TypeThunk>>;
