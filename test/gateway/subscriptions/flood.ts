import { Field, FieldResolver, ID, ObjectType, Resolver, Root, Subscription } from 'type-graphql';
import { NodeResolver } from '../../../src/platform/graphql/node.js';
import { buildApiSchema } from '../../../src/gateway/schema.js';
import type { SubscriptionSettings } from '../../../src/gateway/subscriptions/subscriptions.js';
import { problem } from '../../../src/platform/problems.js';
import type { GatewaySettings } from '../../../src/gateway/ports.js';
import { BoatResolver, runGateway } from '../fixture.js';
import type { Running } from '../fixture.js';

@ObjectType()
class Wave {
  @Field(() => ID)
  number!: string;
  @Field(() => String)
  water!: string;
}

const water = 'w'.repeat(256 * 1024);

/** Waves without an end, each as soon as it is asked for. */
export class Sea implements AsyncIterableIterator<Wave> {
  static readonly all: Sea[] = [];
  taken = { number: 0n, at: null };
  ended = false;

  constructor() {
    Sea.all.push(this);
  }

  [Symbol.asyncIterator]() {
    return this;
  }

  next(): Promise<IteratorResult<Wave, undefined>> {
    if (this.ended) return Promise.resolve({ done: true, value: undefined });
    this.taken = { number: this.taken.number + 1n, at: null };
    return Promise.resolve({ done: false, value: { number: String(this.taken.number), water } });
  }

  return(): Promise<IteratorResult<Wave, undefined>> {
    this.ended = true;
    return Promise.resolve({ done: true, value: undefined });
  }
}

@Resolver(() => Wave)
class SeaResolver {
  @FieldResolver(() => String, { nullable: true })
  foam(): string {
    throw problem('NOT_FOUND', 'no foam');
  }

  @Subscription(() => Wave, { subscribe: () => new Sea() })
  waves(@Root() wave: Wave): Wave {
    return wave;
  }
}

const schema = buildApiSchema([NodeResolver, BoatResolver, SeaResolver]);

/** A gateway over the sea. The token `good` is Ada's. */
export function runFlood(
  limits: SubscriptionSettings['limits'] = {},
  settings: Partial<GatewaySettings> = {},
): Promise<Running> {
  const rightsChanges = { epoch: () => Promise.resolve('0'), listen: () => undefined };
  return runGateway(settings, { schema, subscriptions: { rightsChanges, most: 10, mostPerCaller: 5, limits } });
}

export const waves = 'subscription { waves { number water } }';

export async function until(there: () => boolean): Promise<void> {
  while (!there()) await new Promise((resolve) => setTimeout(resolve, 10));
}
