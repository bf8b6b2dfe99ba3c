import { ArgsType, Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { EventFields, afterArgument } from '../../platform/graphql/event.js';
import { JobEventFields } from '../../platform/graphql/job-event.js';
import { BigIntScalar, DateTime, SerialNumber } from '../../platform/graphql/scalars.js';
import { mountArgument } from '../graphql/mount-argument.js';
import type { SerialNumber as KnownSerialNumber } from '../x509/index.js';
import type { CelRoleEventKind, CertificateEventKind, MountJob, RoleEventKind } from './pki-events.js';

const CertificateEventKindEnum = {
  ISSUED: 'certificate.issued',
  REVOKED: 'certificate.revoked',
  EXPIRING: 'certificate.expiring',
} as const satisfies Record<string, CertificateEventKind>;
registerEnumType(CertificateEventKindEnum, {
  name: 'CertificateEventKind',
  description: 'Kinds of events of certificates.',
  valuesConfig: {
    ISSUED: { description: 'It was issued and stored.' },
    REVOKED: { description: 'It was revoked.' },
    EXPIRING: { description: 'It will expire soon: `withinDays` says how soon.' },
  },
});

@ObjectType({ simpleResolvers: true, description: 'An event of a certificate.' })
export class CertificateEvent extends EventFields {
  @Field(() => CertificateEventKindEnum, { description: 'What happened.' })
  readonly kind!: CertificateEventKind;

  @Field(() => String, { description: 'Path of the mount.' })
  readonly mountPath!: string;

  @Field(() => SerialNumber, { description: 'The serial number of the certificate.' })
  readonly serialNumber!: KnownSerialNumber;

  @Field(() => ID, {
    nullable: true,
    description: 'Identifier of the issuer of the certificate. Null if the issuer was deleted before, or is not known.',
  })
  readonly issuerId!: string | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'Only for `EXPIRING`: the certificate expires within this number of days. The event is sent once for each configured number of days.',
  })
  readonly withinDays!: number | null;
}

@ObjectType({ simpleResolvers: true, description: 'A new CRL of an issuer was published.' })
export class CrlEvent extends EventFields {
  @Field(() => String, { description: 'Path of the mount.' })
  readonly mountPath!: string;

  @Field(() => ID, { description: 'Identifier of the issuer that the CRL belongs to.' })
  readonly issuerId!: string;

  @Field(() => BigIntScalar, { description: 'Number of the CRL.' })
  readonly number!: bigint;

  @Field(() => Boolean, { description: 'Whether it is a delta CRL.' })
  readonly delta!: boolean;

  @Field(() => Int, { nullable: true, description: 'Number of the shard that it is about. Null for another CRL.' })
  readonly shard!: number | null;

  @Field(() => Boolean, {
    description: 'Whether it is a unified CRL. Each mount that takes part reports it with its own issuer.',
  })
  readonly unified!: boolean;

  @Field(() => DateTime, { description: 'When it was created.' })
  readonly thisUpdate!: Date;

  @Field(() => DateTime, { description: 'The latest time at which the next CRL is published.' })
  readonly nextUpdate!: Date;

  @Field(() => Int, { description: 'The number of certificates that it lists.' })
  readonly entryCount!: number;
}

const RoleEventKindEnum = {
  CREATED: 'role.created',
  CHANGED: 'role.changed',
  DELETED: 'role.deleted',
} as const satisfies Record<string, RoleEventKind>;
registerEnumType(RoleEventKindEnum, {
  name: 'RoleEventKind',
  description: 'Kinds of events of roles.',
  valuesConfig: {
    CREATED: { description: 'It was created.' },
    CHANGED: { description: 'Some of its fields changed, or it was replaced completely.' },
    DELETED: {
      description:
        'It was deleted. The certificates issued under it are not deleted. There is no such event for roles that are deleted with their mount.',
    },
  },
});

@ObjectType({ simpleResolvers: true, description: 'An event of a role.' })
export class RoleEvent extends EventFields {
  @Field(() => RoleEventKindEnum, { description: 'What happened.' })
  readonly kind!: RoleEventKind;

  @Field(() => String, { description: 'Path of the mount.' })
  readonly mountPath!: string;

  @Field(() => String, { description: 'Name of the role.' })
  readonly name!: string;
}

const CelRoleEventKindEnum = {
  CREATED: 'cel-role.created',
  CHANGED: 'cel-role.changed',
  DELETED: 'cel-role.deleted',
} as const satisfies Record<string, CelRoleEventKind>;
registerEnumType(CelRoleEventKindEnum, {
  name: 'CelRoleEventKind',
  description: 'Kinds of events of CEL roles.',
  valuesConfig: {
    CREATED: { description: 'It was created.' },
    CHANGED: { description: 'Its program changed, in parts or as a whole.' },
    DELETED: {
      description:
        'It was deleted. The certificates issued under it are not deleted. There is no such event for roles that are deleted with their mount.',
    },
  },
});

@ObjectType({ simpleResolvers: true, description: 'An event of a CEL role.' })
export class CelRoleEvent extends EventFields {
  @Field(() => CelRoleEventKindEnum, { description: 'What happened.' })
  readonly kind!: CelRoleEventKind;

  @Field(() => String, { description: 'Path of the mount.' })
  readonly mountPath!: string;

  @Field(() => String, { description: 'Name of the role.' })
  readonly name!: string;
}

const MountJobEnum = { BUILD_CRL: 'crl.build' } as const satisfies Record<string, MountJob>;
registerEnumType(MountJobEnum, {
  name: 'MountJob',
  description: 'Background work of a mount.',
  valuesConfig: { BUILD_CRL: { description: 'Building a CRL.' } },
});

@ObjectType({ simpleResolvers: true, description: 'Progress of background work of a mount.' })
export class MountJobEvent extends JobEventFields {
  @Field(() => MountJobEnum, { description: 'The kind of work.' })
  readonly job!: MountJob;

  @Field(() => String, { description: 'Path of the mount.' })
  readonly mountPath!: string;

  @Field(() => ID, { description: 'Identifier of the issuer that the work is for.' })
  readonly issuerId!: string;
}

@ArgsType()
export class CertificateEventsArgs {
  @Field(() => String, mountArgument)
  mount!: string;

  @Field(() => [CertificateEventKindEnum], {
    nullable: true,
    description: 'Only events of these kinds. Defaults to all.',
  })
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

  @Field(() => [RoleEventKindEnum], { nullable: true, description: 'Only events of these kinds. Defaults to all.' })
  kinds?: RoleEventKind[] | null;

  @Field(() => ID, afterArgument)
  after?: string | null;
}

@ArgsType()
export class CelRoleEventsArgs {
  @Field(() => String, mountArgument)
  mount!: string;

  @Field(() => [CelRoleEventKindEnum], { nullable: true, description: 'Only events of these kinds. Defaults to all.' })
  kinds?: CelRoleEventKind[] | null;

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
