import 'reflect-metadata';
import { isInputObjectType } from 'graphql';
import { Arg, Field, InputType, Query, Resolver } from 'type-graphql';
import { expect, test } from 'vitest';
import { buildApiSchema } from '../../../src/gateway/schema.js';
import { publicSchema } from '../../../src/gateway/public-schema.js';
import { Internal, isInternal } from '../../../src/platform/graphql/internal.js';

@InputType()
class Hull {
  @Internal()
  @Field(() => String, { description: 'Hidden.' })
  secret!: string;

  @Field(() => String, { description: 'Its colour.' })
  colour!: string;
}

@InputType({ description: 'A boat.' })
class BoatInput extends Hull {
  @Field(() => String, { description: 'Its name.' })
  name!: string;
}

@InputType({ description: 'A ship.' })
class ShipInput extends BoatInput {}

@Resolver()
class Harbour {
  @Query(() => String, { description: 'Lands.' })
  land(
    @Arg('boat', () => BoatInput, { description: 'One.' }) _boat: BoatInput,
    @Arg('ship', () => ShipInput, { description: 'Another.' }) _ship: ShipInput,
  ) {
    return '';
  }
}

test('internal fields of an input stay so in classes that extend it', () => {
  const schema = buildApiSchema([Harbour]);
  const shown = publicSchema(schema);
  for (const name of ['BoatInput', 'ShipInput']) {
    const [whole, open] = [schema.getType(name), shown.getType(name)];
    if (!isInputObjectType(whole) || !isInputObjectType(open)) throw new Error(name);
    expect(Object.values(whole.getFields()).filter(isInternal), name).toMatchObject([{ name: 'secret' }]);
    expect(Object.keys(open.getFields()).toSorted(), name).toEqual(['colour', 'name']);
  }
});
