import 'reflect-metadata';
import { ArgsType, Field, Int, ObjectType } from 'type-graphql';
import { DateTime, Duration } from '../../platform/graphql/scalars.js';
import type { ExpiryBucket, ExpiryRange } from './expiry-histogram.js';
import { mostBuckets, mostCounted } from './expiry-histogram.js';

@ArgsType()
export class ExpiryHistogramArgs implements ExpiryRange {
  @Field(() => DateTime, { description: 'Where the first bucket begins.' })
  readonly from!: Date;

  @Field(() => DateTime, { description: 'Where the last bucket ends.' })
  readonly to!: Date;

  @Field(() => Duration, {
    description: `How long a bucket is; the last one may be shorter. There are at most ${mostBuckets} of them.`,
  })
  readonly bucket!: number;
}

@ObjectType('ExpiryBucket', { simpleResolvers: true, description: 'How many certificates expire within some time.' })
export class ExpiryBucketType implements ExpiryBucket {
  @Field(() => DateTime, { description: 'Where it begins; that instant belongs to it.' })
  readonly from!: Date;

  @Field(() => DateTime, { description: 'Where it ends; that instant belongs to the next one.' })
  readonly to!: Date;

  @Field(() => Int, {
    description: `Stored certificates that expire within it, those that were revoked included. Counting ends early where there are very many: all buckets that one query asks for share ${mostCounted.toLocaleString('en')} counted certificates, equally where they are counted together.`,
  })
  readonly count!: number;

  @Field(() => Boolean, { description: 'Whether there are more than were counted.' })
  readonly hasMore!: boolean;
}
