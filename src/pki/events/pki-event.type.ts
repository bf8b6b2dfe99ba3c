import { ArgsType, Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { EventFields, afterArgument } from '../../platform/graphql/event.js';
import { JobEventFields } from '../../platform/graphql/job-event.js';
import { BigIntScalar, DateTime, SerialNumber } from '../../platform/graphql/scalars.js';
import { mountArgument } from '../graphql/mount-argument.js';
import type { SerialNumber as KnownSerialNumber } from '../x509/index.js';
import type { CertificateEventKind, MountJob, RoleEventKind } from './pki-events.js';

export const CertificateEventKindEnum = {
  ISSUED: 'certificate.issued',
  REVOKED: 'certificate.revoked',
  EXPIRING: 'certificate.expiring',
} as const satisfies Record<string, CertificateEventKind>;
registerEnumType(CertificateEventKindEnum, {
  name: 'CertificateEventKind',
  description: 'What can happen to a certificate.',
  valuesConfig: {
    ISSUED: { description: 'It was issued and stored.' },
    REVOKED: { description: 'It was revoked.' },
    EXPIRING: { description: 'It is about to expire: `withinDays` says how soon.' },
  },
});

@ObjectType({ simpleResolvers: true, description: 'Something that happened to a certificate.' })
export class CertificateEvent extends EventFields {
  @Field(() => CertificateEventKindEnum, { description: 'What happened.' })
  readonly kind!: CertificateEventKind;

  @Field(() => String, { description: 'Path of the mount.' })
  readonly mountPath!: string;

  @Field(() => SerialNumber, { description: 'The serial number of the certificate.' })
  readonly serialNumber!: KnownSerialNumber;

  @Field(() => ID, {
    nullable: true,
    description: 'The issuer of the certificate; null if it was deleted before, or is not known.',
  })
  readonly issuerId!: string | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'For `EXPIRING`: the certificate expires within this number of days. It is reported once for each configured number of days.',
  })
  readonly withinDays!: number | null;
}

@ObjectType({ simpleResolvers: true, description: 'A new CRL of an issuer was published.' })
export class CrlEvent extends EventFields {
  @Field(() => String, { description: 'Path of the mount.' })
  readonly mountPath!: string;

  @Field(() => ID, { description: 'The issuer that the CRL is kept with.' })
  readonly issuerId!: string;

  @Field(() => BigIntScalar, { description: 'Number of the CRL.' })
  readonly number!: bigint;

  @Field(() => Boolean, { description: 'Whether it is a delta CRL.' })
  readonly delta!: boolean;

  @Field(() => DateTime, { description: 'When it was made.' })
  readonly thisUpdate!: Date;

  @Field(() => DateTime, { description: 'When the next CRL is published at the latest.' })
  readonly nextUpdate!: Date;

  @Field(() => Int, { description: 'How many certificates it lists.' })
  readonly entryCount!: number;
}

export const RoleEventKindEnum = {
  CREATED: 'role.created',
  CHANGED: 'role.changed',
  DELETED: 'role.deleted',
} as const satisfies Record<string, RoleEventKind>;
registerEnumType(RoleEventKindEnum, {
  name: 'RoleEventKind',
  description: 'What can happen to a role.',
  valuesConfig: {
    CREATED: { description: 'It was made.' },
    CHANGED: { description: 'Some of its fields changed, or all of it was replaced.' },
    DELETED: {
      description:
        'It was deleted; the certificates issued under it stay. Not reported of roles that are deleted with their mount.',
    },
  },
});

@ObjectType({ simpleResolvers: true, description: 'Something that happened to a role.' })
export class RoleEvent extends EventFields {
  @Field(() => RoleEventKindEnum, { description: 'What happened.' })
  readonly kind!: RoleEventKind;

  @Field(() => String, { description: 'Path of the mount.' })
  readonly mountPath!: string;

  @Field(() => String, { description: 'Name of the role.' })
  readonly name!: string;
}

export const MountJobEnum = { BUILD_CRL: 'crl.build' } as const satisfies Record<string, MountJob>;
registerEnumType(MountJobEnum, {
  name: 'MountJob',
  description: 'Background work of a mount.',
  valuesConfig: { BUILD_CRL: { description: 'Building a CRL.' } },
});

@ObjectType({ simpleResolvers: true, description: 'Progress of background work of a mount.' })
export class MountJobEvent extends JobEventFields {
  @Field(() => MountJobEnum, { description: 'What is being done.' })
  readonly job!: MountJob;

  @Field(() => String, { description: 'Path of the mount.' })
  readonly mountPath!: string;

  @Field(() => ID, { description: 'The issuer that the work is for.' })
  readonly issuerId!: string;
}

@ArgsType()
export class CertificateEventsArgs {
  @Field(() => String, mountArgument)
  mount!: string;

  @Field(() => [CertificateEventKindEnum], { nullable: true, description: 'Only these kinds. Defaults to all.' })
  kinds?: CertificateEventKind[] | null;

  @Field(() => ID, afterArgument)
  after?: string | null;
}

@ArgsType()
export class CrlEventsArgs {
  @Field(() => String, mountArgument)
  mount!: string;

  @Field(() => ID, afterArgument)
  after?: string | null;
}

@ArgsType()
export class RoleEventsArgs {
  @Field(() => String, mountArgument)
  mount!: string;

  @Field(() => [RoleEventKindEnum], { nullable: true, description: 'Only these kinds. Defaults to all.' })
  kinds?: RoleEventKind[] | null;

  @Field(() => ID, afterArgument)
  after?: string | null;
}

@ArgsType()
export class MountJobEventsArgs {
  @Field(() => String, mountArgument)
  mount!: string;

  @Field(() => ID, afterArgument)
  after?: string | null;
}
