import 'reflect-metadata';
import { ArgsType, Field, Int, ObjectType } from 'type-graphql';
import { DateTime, Duration } from '../../platform/graphql/scalars.js';
import type { ExpiryBucket, ExpiryRange } from './expiry-histogram.js';
import { mostBuckets, mostCounted } from './expiry-histogram.js';

@ArgsType()
export class ExpiryHistogramArgs implements ExpiryRange {
  @Field(() => DateTime, { description: 'When the first bucket begins.' })
  readonly from!: Date;

  @Field(() => DateTime, { description: 'When the last bucket ends.' })
  readonly to!: Date;

  @Field(() => Duration, {
    description: `The length of a bucket. The last bucket may be shorter. There are at most ${mostBuckets} buckets.`,
  })
  readonly bucket!: number;
}

@ObjectType('ExpiryBucket', {
  simpleResolvers: true,
  description: 'The number of certificates that expire in a period.',
})
export class ExpiryBucketType implements ExpiryBucket {
  @Field(() => DateTime, { description: 'When the bucket begins. This time is part of the bucket.' })
  readonly from!: Date;

  @Field(() => DateTime, { description: 'When the bucket ends. This time is part of the next bucket.' })
  readonly to!: Date;

  @Field(() => Int, {
    description: `The number of stored certificates that expire in the period, including revoked ones. If there are very many, counting stops early: all buckets of one query share a limit of ${mostCounted.toLocaleString('en')} counted certificates, in equal parts for buckets that are counted together.`,
  })
  readonly count!: number;

  @Field(() => Boolean, { description: 'Whether there are more certificates than were counted.' })
  readonly hasMore!: boolean;
}
