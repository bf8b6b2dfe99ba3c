import { Field, Int, ObjectType } from 'type-graphql';
import { JSONScalar } from '../../platform/graphql/scalars.js';
import { defaultComparisonLimits } from './comparison.js';
import type { Bounded, ObjectChange, OutputChange, StateComparison } from './comparison.js';
import type { ValueChange } from './difference.js';
import type { ObjectIdentity } from './instances.js';

const listed = `At most ${defaultComparisonLimits.entries} are listed`;
const attributesListed = `At most ${defaultComparisonLimits.attributes} are listed`;

@ObjectType('ComparedInstance', {
  simpleResolvers: true,
  description: 'An instance of a resource in one of the compared state versions.',
})
class ComparedInstance {
  @Field(() => String, {
    description: 'Its address with the instance key. The address of a deposed object says so at its end.',
  })
  readonly address!: string;

  @Field(() => String, { description: 'Address of its resource, without the instance key.' })
  readonly resourceAddress!: string;

  @Field(() => String, { description: 'Type, such as `aws_vpc`.' })
  readonly type!: string;

  @Field(() => String, { description: 'Name in the configuration.' })
  readonly name!: string;

  @Field(() => String, { description: 'Address of its provider, as in the state.' })
  readonly provider!: string;
}

@ObjectType('AttributeChange', { simpleResolvers: true, description: 'A value that changed.' })
class AttributeChange {
  @Field(() => JSONScalar, {
    description: 'Its path in the attributes: names of members and indexes of lists, outermost first.',
  })
  readonly path!: readonly (string | number)[];

  @Field(() => JSONScalar, {
    nullable: true,
    description: 'The old value. Null if there was none, if it is sensitive, or if it is too large to show.',
  })
  readonly before!: unknown;

  @Field(() => JSONScalar, {
    nullable: true,
    description: 'The new value. Null if there is none, if it is sensitive, or if it is too large to show.',
  })
  readonly after!: unknown;

  @Field(() => Boolean, {
    description: 'Whether the old or the new value is sensitive. Sensitive values are not shown.',
  })
  readonly sensitive!: boolean;
}

@ObjectType('ChangedInstance', {
  simpleResolvers: true,
  description: 'An instance that is in both state versions, but differs.',
})
export class ChangedInstance {
  @Field(() => ComparedInstance, { description: 'The instance.' })
  readonly instance!: ObjectIdentity;

  @Field(() => [AttributeChange], { description: `Its changed attributes. ${attributesListed}.` })
  readonly attributes!: readonly AttributeChange[];

  @Field(() => [AttributeChange], {
    description: 'Changes that are not attributes: only `status` (tainted or not) and `provider`.',
  })
  readonly about!: readonly AttributeChange[];

  @Field(() => Boolean, { description: 'Whether there are more changes than are listed.' })
  readonly truncated!: boolean;
}

@ObjectType('ComparedOutput', { simpleResolvers: true, description: 'An output that changed.' })
export class ComparedOutput {
  @Field(() => String, { description: 'Name of the output.' })
  readonly name!: string;

  @Field(() => Boolean, {
    description: 'Whether the old or the new value is sensitive. Sensitive values are not shown.',
  })
  readonly sensitive!: boolean;

  @Field(() => JSONScalar, {
    nullable: true,
    description: 'The old value. Null if there was none, if it is sensitive, or if it is too large to show.',
  })
  readonly before!: unknown;

  @Field(() => JSONScalar, {
    nullable: true,
    description: 'The new value. Null if there is none, if it is sensitive, or if it is too large to show.',
  })
  readonly after!: unknown;
}

@ObjectType('ResourceDifference', {
  simpleResolvers: true,
  description: 'Addresses of resources, without instance keys.',
})
export class ResourceDifference {
  @Field(() => [String], { description: `The added resources. ${listed}.` })
  readonly added!: readonly string[];

  @Field(() => [String], { description: `The removed resources. ${listed}.` })
  readonly removed!: readonly string[];

  @Field(() => [String], { description: `The resources with a changed instance. ${listed}.` })
  readonly changed!: readonly string[];
}

@ObjectType('InstanceDifference', {
  simpleResolvers: true,
  description: 'Instances that were added, changed or removed.',
})
export class InstanceDifference {
  @Field(() => [ComparedInstance], { description: `The added instances. ${listed}.` })
  readonly added!: readonly ObjectIdentity[];

  @Field(() => [ComparedInstance], { description: `The removed instances. ${listed}.` })
  readonly removed!: readonly ObjectIdentity[];

  @Field(() => [ChangedInstance], { description: `The changed instances. ${listed}.` })
  readonly changed!: readonly ChangedInstance[];

  @Field(() => Int, { description: 'The number of all added instances, including those that are not listed.' })
  readonly addedCount!: number;

  @Field(() => Int, { description: 'The number of all removed instances, including those that are not listed.' })
  readonly removedCount!: number;

  @Field(() => Int, { description: 'The number of all changed instances, including those that are not listed.' })
  readonly changedCount!: number;
}

@ObjectType('OutputDifference', { simpleResolvers: true, description: 'Outputs that were added, changed or removed.' })
export class OutputDifference {
  @Field(() => [ComparedOutput], { description: `The added outputs. ${listed}.` })
  readonly added!: readonly ComparedOutput[];

  @Field(() => [ComparedOutput], { description: `The removed outputs. ${listed}.` })
  readonly removed!: readonly ComparedOutput[];

  @Field(() => [ComparedOutput], { description: `The outputs with a changed value, type or sensitivity. ${listed}.` })
  readonly changed!: readonly ComparedOutput[];
}

@ObjectType('StateVersionComparison', {
  simpleResolvers: true,
  description: 'The differences between two state versions.',
})
export class StateVersionComparison {
  @Field(() => ResourceDifference, { description: 'The resources that were added, changed or removed.' })
  readonly resources!: ResourceDifference;

  @Field(() => InstanceDifference, {
    description: 'The instances that were added, changed or removed, with the changed attributes.',
  })
  readonly instances!: InstanceDifference;

  @Field(() => OutputDifference, { description: 'The outputs that were added, changed or removed.' })
  readonly outputs!: OutputDifference;

  @Field(() => Boolean, {
    description: 'Whether there are more changes than are listed, or something was too large to compare.',
  })
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
