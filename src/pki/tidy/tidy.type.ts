import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { declareObjectType } from '../../platform/graphql/declare.js';
import type { DeclaredField } from '../../platform/graphql/declare.js';
import { payloadType } from '../../platform/graphql/payload.js';
import { DateTime, Duration } from '../../platform/graphql/scalars.js';
import { declareInputType, mountField } from '../graphql/field-input.js';
import type { InputField } from '../graphql/field-input.js';
import { warnedPayload } from '../graphql/payloads.js';
import { tidyBuffers, tidyTasks } from './tidy-parameters.js';
import { tidyCounts } from './tidy-progress.js';
import type { TidyCounts } from './tidy-progress.js';
import type { TidyState } from './tidy.store.js';
import type { TidyParameters } from './tidy-parameters.js';
import type { TidyStatus as StatusOfMount } from './tidies.js';

const TidyStateEnum = {
  INACTIVE: 'inactive',
  RUNNING: 'running',
  CANCELLING: 'cancelling',
  FINISHED: 'finished',
  ERROR: 'error',
  CANCELLED: 'cancelled',
} as const satisfies Record<string, TidyState>;
registerEnumType(TidyStateEnum, {
  name: 'TidyState',
  description: 'What became of a tidy.',
  valuesConfig: {
    INACTIVE: { description: 'There was none yet.' },
    RUNNING: { description: 'It is at work, or goes on after a server that was at work has ended.' },
    CANCELLING: { description: 'It ends after its present step.' },
    FINISHED: { description: 'It did everything that it was asked for.' },
    ERROR: { description: 'It ended early, and `error` says why.' },
    CANCELLED: { description: 'It was ended by somebody.' },
  },
});

type Described = Readonly<Record<string, string>>;
const all = <Field>(described: Described, field: (description: string) => Field): Record<string, Field> =>
  Object.fromEntries(Object.entries(described).map(([name, description]) => [name, field(description)]));

/** The parameters of a run, which are those of the automatic configuration, too. */
const parameterFields: Readonly<Record<string, DeclaredField>> = {
  ...all(tidyTasks, (description) => ({ type: () => Boolean, description })),
  ...all(tidyBuffers, (description) => ({ type: () => Duration, description })),
  revokedSafetyBuffer: {
    type: () => Duration,
    nullable: true,
    description: 'How long a certificate that was revoked must have expired. Null for `safetyBuffer`.',
  },
  pauseMilliseconds: {
    type: () => Int,
    description: 'How long to wait for each object that was looked at, in milliseconds. At most a minute.',
  },
  pageSize: {
    type: () => Int,
    description: 'How many objects are read at once, from 5 to 10,000. They are removed a few at a time.',
  },
};

const automaticFields: Readonly<Record<string, DeclaredField>> = {
  enabled: { type: () => Boolean, description: 'Whether runs begin by themselves.' },
  intervalDuration: {
    type: () => Duration,
    description:
      'How long after the end of a run the next one begins, also after one that somebody started. Zero for never.',
  },
  minStartupBackoffDuration: {
    type: () => Duration,
    description: 'How long after the start of a server a run begins at the earliest.',
  },
  maxStartupBackoffDuration: {
    type: () => Duration,
    description:
      'The latest end of the time after the start of a server in which no run begins. It is chosen at random.',
  },
  ...parameterFields,
  maintainStoredCertificateCounts: {
    type: () => Boolean,
    description: 'Whether the status says how many certificates and revocations the mount stores.',
  },
  publishStoredCertificateCountMetrics: { type: () => Boolean, description: 'Whether `/metrics` says so, too.' },
};

const optional = (fields: Readonly<Record<string, DeclaredField>>): Record<string, InputField> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, { ...field, nullable: true }]));

const TidyParametersType = declareObjectType('TidyParameters', 'What a tidy was asked for.', parameterFields);

const TidyCountsType = declareObjectType(
  'TidyCounts',
  'What a tidy did.',
  all(tidyCounts, (description) => ({ type: () => Int, description })),
);

export const AutoTidyConfigType = declareObjectType(
  'AutoTidyConfig',
  'When a mount is tidied by itself, and what is removed then.',
  automaticFields,
);

@ObjectType('TidyStatus', {
  simpleResolvers: true,
  description: 'The tidy of a mount that is at work, or was the last.',
})
export class TidyStatusType {
  @Field(() => ID, { description: 'Identifier of the mount.' })
  readonly mountId!: string;

  @Field(() => String, { description: 'Path of the mount.' })
  readonly mountPath!: string;

  @Field(() => TidyStateEnum, { description: 'What became of it.' })
  readonly state!: TidyState;

  @Field(() => Boolean, { description: 'Whether it began by itself.' })
  readonly automatic!: boolean;

  @Field(() => TidyParametersType, {
    nullable: true,
    description: 'What it was asked for. Null if there was none yet.',
  })
  readonly parameters!: TidyParameters | null;

  @Field(() => TidyCountsType, { nullable: true, description: 'What it did so far. Null if there was none yet.' })
  readonly counts!: TidyCounts | null;

  @Field(() => String, { nullable: true, description: 'The part that it is at. Null if it is not at work.' })
  readonly part!: string | null;

  @Field(() => Int, { description: 'How many objects of this part it has looked at.' })
  readonly checkedCount!: number;

  @Field(() => String, { nullable: true, description: 'Where it is, or where it ended early, for people.' })
  readonly message!: string | null;

  @Field(() => String, { nullable: true, description: 'Why it ended early. Null if it did not fail.' })
  readonly error!: string | null;

  @Field(() => DateTime, { nullable: true, description: 'When it began.' })
  readonly startedAt!: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'When it ended.' })
  readonly finishedAt!: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'When the last one ended that began by itself.' })
  readonly automaticEndedAt!: Date | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the next one begins by itself. Null while one is at work, or if none does.',
  })
  readonly nextAt!: Date | null;

  @Field(() => Int, {
    nullable: true,
    description: 'How many certificates the mount stores. Null if the automatic configuration does not maintain it.',
  })
  readonly storedCertificateCount!: number | null;

  @Field(() => Int, { nullable: true, description: 'The same of revocations.' })
  readonly storedRevocationCount!: number | null;
}

/** A status as GraphQL shows it. */
export function toTidyStatus({ mountId, mountPath, record, counts, nextAt }: StatusOfMount): TidyStatusType {
  const ran = record !== null && record.startedAt !== null;
  const { part = null, checked = 0 } = ran ? record.progress : {};
  const atWork = ran && (record.state === 'running' || record.state === 'cancelling');
  const told = part !== null && record !== null && record.state !== 'finished';
  return {
    mountId,
    mountPath,
    nextAt,
    checkedCount: checked,
    state: record?.state ?? 'inactive',
    automatic: record?.automatic ?? false,
    parameters: ran ? record.parameters : null,
    counts: ran ? record.progress.counts : null,
    part: atWork ? part : null,
    message: told ? `Tidying ${part}: ${checked} entries checked` : null,
    error: record?.error ?? null,
    startedAt: record?.startedAt ?? null,
    finishedAt: record?.finishedAt ?? null,
    automaticEndedAt: record?.automaticEndedAt ?? null,
    storedCertificateCount: counts?.certificates ?? null,
    storedRevocationCount: counts?.revoked ?? null,
  };
}

export const StartTidyInput = declareInputType(
  'StartTidyInput',
  'What to remove from a mount. Nothing is removed that is not asked for.',
  { mount: mountField, ...optional(parameterFields) },
);
export const ConfigureAutoTidyInput = declareInputType(
  'ConfigureAutoTidyInput',
  'Changes to when a mount is tidied by itself. Fields that are left out do not change.',
  { mount: mountField, ...optional(automaticFields) },
);
export const CancelTidyInput = declareInputType('CancelTidyInput', 'Which tidy to end.', { mount: mountField });

const status = {
  tidyStatus: { type: () => TidyStatusType, description: 'The tidy that is at work, or was the last.' },
};
export const StartTidyPayload = warnedPayload('StartTidyPayload', {
  ...status,
  started: { type: () => Boolean, description: 'Whether it began. False if one was at work already.' },
});
export const CancelTidyPayload = warnedPayload('CancelTidyPayload', {
  ...status,
  cancelled: { type: () => Boolean, description: 'Whether it ends. False if none was at work.' },
});
export const ConfigureAutoTidyPayload = payloadType(
  'ConfigureAutoTidyPayload',
  'autoTidyConfig',
  () => AutoTidyConfigType,
);
