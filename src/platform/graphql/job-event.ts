import 'reflect-metadata';
import { Field, Float, ObjectType, registerEnumType } from 'type-graphql';
import type { RecordedEvent } from '../events/event.js';
import { jobEvents } from '../jobs/job-progress.js';
import type { JobEventKind } from '../jobs/job-progress.js';
import { EventFields, eventFields } from './event.js';

const JobEventKindEnum = {
  STARTED: 'job.started',
  PROGRESSED: 'job.progressed',
  COMPLETED: 'job.completed',
  FAILED: 'job.failed',
} as const satisfies Record<string, JobEventKind>;
registerEnumType(JobEventKindEnum, {
  name: 'JobEventKind',
  description:
    'Kinds of events of background work. Work that takes less than half a second is reported only if it fails.',
  valuesConfig: {
    STARTED: { description: 'It is taking longer than half a second.' },
    PROGRESSED: { description: 'It made progress. This is reported at most once a second.' },
    COMPLETED: { description: 'It is done.' },
    FAILED: { description: 'It failed. The server retries automatically.' },
  },
});

/** The fields of every event of a job. The interface itself is not in the schema, only the types that extend it. */
@ObjectType('JobEventFields', {
  simpleResolvers: true,
  description: 'Something that happened to background work.',
})
export abstract class JobEventFields extends EventFields {
  @Field(() => JobEventKindEnum, { description: 'What happened.' })
  readonly kind!: JobEventKind;

  @Field(() => Float, { nullable: true, description: 'How much of the work is done, from 0 to 1. Null if unknown.' })
  readonly progress!: number | null;
}

/** @returns null for another event, or for work that is not in `jobs` */
export function jobEventFields<Job extends string>(
  event: RecordedEvent,
  jobs: readonly Job[],
): (JobEventFields & { readonly job: Job }) | null {
  const { job: named, progress } = event.facts;
  const kind = jobEvents.kinds.find((known) => known === event.kind);
  const job = jobs.find((known) => known === named);
  if (!kind || !job) return null;
  return { ...eventFields(event), kind, job, progress: typeof progress === 'number' ? progress : null };
}
