import { Field, Int, ObjectType } from 'type-graphql';
import { JSONScalar } from '../../platform/graphql/scalars.js';
import { defaultComparisonLimits } from './comparison.js';
import type { Bounded, ObjectChange, OutputChange, StateComparison } from './comparison.js';
import type { ValueChange } from './difference.js';
import type { ObjectIdentity } from './instances.js';

const listed = `at most ${defaultComparisonLimits.entries} are listed`;
const attributesListed = `at most ${defaultComparisonLimits.attributes} are listed`;

@ObjectType('ComparedInstance', {
  simpleResolvers: true,
  description: 'An instance of a resource, on either side of a comparison.',
})
export class ComparedInstance {
  @Field(() => String, { description: 'Its address, instance key included; a deposed object says so behind it.' })
  readonly address!: string;

  @Field(() => String, { description: 'Address of its resource, without instance key.' })
  readonly resourceAddress!: string;

  @Field(() => String, { description: 'Type, such as `aws_vpc`.' })
  readonly type!: string;

  @Field(() => String, { description: 'Name in the configuration.' })
  readonly name!: string;

  @Field(() => String, { description: 'Address of its provider as the state has it.' })
  readonly provider!: string;
}

@ObjectType('AttributeChange', { simpleResolvers: true, description: 'A value that differs.' })
export class AttributeChange {
  @Field(() => JSONScalar, { description: 'Where it is: names of members and indexes of lists, outermost first.' })
  readonly path!: readonly (string | number)[];

  @Field(() => JSONScalar, {
    nullable: true,
    description: 'The value before; null when there was none, when it is sensitive, or when it is too large to show.',
  })
  readonly before!: unknown;

  @Field(() => JSONScalar, {
    nullable: true,
    description: 'The value after; null when there is none, when it is sensitive, or when it is too large to show.',
  })
  readonly after!: unknown;

  @Field(() => Boolean, { description: 'The value is marked as sensitive on either side, and not shown.' })
  readonly sensitive!: boolean;
}

@ObjectType('ChangedInstance', {
  simpleResolvers: true,
  description: 'An instance that is on both sides, and not the same.',
})
export class ChangedInstance {
  @Field(() => ComparedInstance, { description: 'Which instance.' })
  readonly instance!: ObjectIdentity;

  @Field(() => [AttributeChange], { description: `Its attributes that differ; ${attributesListed}.` })
  readonly attributes!: readonly AttributeChange[];

  @Field(() => [AttributeChange], {
    description: 'What differs beside the attributes: `status` (tainted or not) and `provider`, nothing else.',
  })
  readonly about!: readonly AttributeChange[];

  @Field(() => Boolean, { description: 'More differs than is listed.' })
  readonly truncated!: boolean;
}

@ObjectType('ComparedOutput', { simpleResolvers: true, description: 'An output that differs.' })
export class ComparedOutput {
  @Field(() => String, { description: 'Name of the output.' })
  readonly name!: string;

  @Field(() => Boolean, { description: 'Sensitive on either side: its values are not shown.' })
  readonly sensitive!: boolean;

  @Field(() => JSONScalar, {
    nullable: true,
    description: 'The value before; null when there was none, when it is sensitive, or when it is too large to show.',
  })
  readonly before!: unknown;

  @Field(() => JSONScalar, {
    nullable: true,
    description: 'The value after; null when there is none, when it is sensitive, or when it is too large to show.',
  })
  readonly after!: unknown;
}

@ObjectType('ResourceDifference', {
  simpleResolvers: true,
  description: 'Addresses of resources, without instance keys.',
})
export class ResourceDifference {
  @Field(() => [String], { description: `Only after; ${listed}.` })
  readonly added!: readonly string[];

  @Field(() => [String], { description: `Only before; ${listed}.` })
  readonly removed!: readonly string[];

  @Field(() => [String], { description: `On both sides, with an instance that differs; ${listed}.` })
  readonly changed!: readonly string[];
}

@ObjectType('InstanceDifference', { simpleResolvers: true, description: 'Instances that differ.' })
export class InstanceDifference {
  @Field(() => [ComparedInstance], { description: `Only after; ${listed}.` })
  readonly added!: readonly ObjectIdentity[];

  @Field(() => [ComparedInstance], { description: `Only before; ${listed}.` })
  readonly removed!: readonly ObjectIdentity[];

  @Field(() => [ChangedInstance], { description: `On both sides, and not the same; ${listed}.` })
  readonly changed!: readonly ChangedInstance[];

  @Field(() => Int, { description: 'How many were added, beyond those listed too.' })
  readonly addedCount!: number;

  @Field(() => Int, { description: 'How many were removed, beyond those listed too.' })
  readonly removedCount!: number;

  @Field(() => Int, { description: 'How many changed, beyond those listed too.' })
  readonly changedCount!: number;
}

@ObjectType('OutputDifference', { simpleResolvers: true, description: 'Outputs that differ.' })
export class OutputDifference {
  @Field(() => [ComparedOutput], { description: `Only after; ${listed}.` })
  readonly added!: readonly ComparedOutput[];

  @Field(() => [ComparedOutput], { description: `Only before; ${listed}.` })
  readonly removed!: readonly ComparedOutput[];

  @Field(() => [ComparedOutput], { description: `On both sides, with another value, type or sensitivity; ${listed}.` })
  readonly changed!: readonly ComparedOutput[];
}

@ObjectType('StateVersionComparison', {
  simpleResolvers: true,
  description: 'What is different in one state version, seen from another.',
})
export class StateVersionComparison {
  @Field(() => ResourceDifference, { description: 'By resource.' })
  readonly resources!: ResourceDifference;

  @Field(() => InstanceDifference, { description: 'By instance, with the attributes that differ.' })
  readonly instances!: InstanceDifference;

  @Field(() => OutputDifference, { description: 'Outputs.' })
  readonly outputs!: OutputDifference;

  @Field(() => Boolean, { description: 'There is more than is listed, or something was too large to compare.' })
  readonly truncated!: boolean;
}

/** A comparison as GraphQL shows it. */
export function shown({ resources, instances, outputs, truncated }: StateComparison): StateVersionComparison {
  return {
    resources: mapped(resources, (address) => address),
    instances: {
      added: instances.added.items,
      removed: instances.removed.items,
      changed: instances.changed.items.map(shownChange),
      addedCount: instances.added.total,
      removedCount: instances.removed.total,
      changedCount: instances.changed.total,
    },
    outputs: mapped(outputs, shownOutput),
    truncated,
  };
}

function mapped<T, U>(lists: Record<'added' | 'removed' | 'changed', Bounded<T>>, show: (item: T) => U) {
  const { added, removed, changed } = lists;
  return { added: added.items.map(show), removed: removed.items.map(show), changed: changed.items.map(show) };
}

function shownChange({ object, attributes, about, truncated }: ObjectChange): ChangedInstance {
  return { instance: object, attributes: attributes.map(shownValue), about: about.map(shownValue), truncated };
}

function shownValue({ path, before, after, sensitive }: ValueChange): AttributeChange {
  return { path, before: parsed(before), after: parsed(after), sensitive };
}

function shownOutput({ name, sensitive, before, after }: OutputChange): ComparedOutput {
  return { name, sensitive, before: parsed(before), after: parsed(after) };
}

function parsed(json: string | null): unknown {
  return json === null ? null : JSON.parse(json);
}
