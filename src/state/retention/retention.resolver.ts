import {
  Arg,
  Ctx,
  Field,
  FieldResolver,
  ID,
  InputType,
  Int,
  Mutation,
  ObjectType,
  registerEnumType,
  Resolver,
  Root,
} from 'type-graphql';
import type { WorkspaceRow } from '../../platform/database/models.js';
import { Lookup } from '../../platform/graphql/lookup.js';
import { payload, payloadType } from '../../platform/graphql/payload.js';
import { problem } from '../../platform/problems.js';
import { requireCaller } from '../../identity/context.js';
import type { StateContext } from '../context.js';
import { Workspace } from '../workspaces/workspace.type.js';
import type { RetentionScope, SetPolicy } from './retention-policies.js';
import { policyOf } from './retention-policy.js';
import type { RetentionPolicy } from './retention-policy.js';

const RetentionKind = { DELETE_OLDER: 'delete-older', DONT_DELETE: 'dont-delete' } as const satisfies Record<
  string,
  RetentionPolicy['kind']
>;
registerEnumType(RetentionKind, {
  name: 'DataRetentionKind',
  description: 'What a data retention policy does.',
  valuesConfig: {
    DELETE_OLDER: { description: 'State versions older than a number of days are deleted, never the current one.' },
    DONT_DELETE: { description: 'Nothing is deleted.' },
  },
});

@ObjectType({
  simpleResolvers: true,
  description: 'How long the state versions of a workspace or organization are kept.',
})
export class DataRetentionPolicy {
  @Field(() => ID, { description: 'Id of the workspace or organization it is set on.' })
  targetId!: string;

  @Field(() => RetentionKind, { description: 'What it does.' })
  kind!: RetentionPolicy['kind'];

  @Field(() => Int, { nullable: true, description: 'The number of days; null when nothing is deleted.' })
  deleteOlderThanNDays!: number | null;
}

@InputType({ description: 'What a data retention policy is set on: a workspace, or an organization.' })
class RetentionTargetInput {
  @Field(() => ID, { nullable: true, description: 'The workspace.' })
  workspaceId?: string | null;

  @Field(() => String, { nullable: true, description: 'Or the name of the organization.' })
  organization?: string | null;
}

@InputType({ description: 'A data retention policy to set.' })
export class SetDataRetentionPolicyInput {
  @Field(() => RetentionTargetInput, { description: 'What it is set on.' })
  target!: RetentionTargetInput;

  @Field(() => RetentionKind, { description: 'What it does.' })
  kind!: RetentionPolicy['kind'];

  @Field(() => Int, { nullable: true, description: 'The number of days, at least 1; needed for DELETE_OLDER.' })
  deleteOlderThanNDays?: number | null;
}

@InputType({ description: 'A data retention policy to take away.' })
export class RemoveDataRetentionPolicyInput {
  @Field(() => RetentionTargetInput, { description: 'What it is set on.' })
  target!: RetentionTargetInput;
}

const SetDataRetentionPolicyPayload = payloadType(
  'SetDataRetentionPolicyPayload',
  'dataRetentionPolicy',
  () => DataRetentionPolicy,
);
const RemoveDataRetentionPolicyPayload = payloadType('RemoveDataRetentionPolicyPayload', 'targetId', () => ID);

@Resolver(() => DataRetentionPolicy)
export class RetentionResolver {
  @Lookup(() => DataRetentionPolicy, { description: 'The data retention policy of an organization.' })
  async organizationDataRetentionPolicy(
    @Arg('organization', () => String, { description: 'Name of the organization.' }) name: string,
    @Ctx() context: StateContext,
  ) {
    const set = await context.state.retentionPolicies.read(requireCaller(context), { on: 'organization', name });
    return set && toType(set);
  }

  @Mutation(() => SetDataRetentionPolicyPayload, { description: 'Sets how long state versions are kept.' })
  setDataRetentionPolicy(
    @Arg('input', () => SetDataRetentionPolicyInput) input: SetDataRetentionPolicyInput,
    @Ctx() context: StateContext,
  ) {
    const caller = requireCaller(context);
    return payload('dataRetentionPolicy', async () =>
      toType(await context.state.retentionPolicies.set(caller, scopeOf(input.target), policyFrom(input))),
    );
  }

  @Mutation(() => RemoveDataRetentionPolicyPayload, {
    description: 'Takes a policy away: a workspace then follows its organization.',
  })
  removeDataRetentionPolicy(
    @Arg('input', () => RemoveDataRetentionPolicyInput) input: RemoveDataRetentionPolicyInput,
    @Ctx() context: StateContext,
  ) {
    const caller = requireCaller(context);
    return payload('targetId', () => context.state.retentionPolicies.remove(caller, scopeOf(input.target)));
  }
}

@Resolver(() => Workspace)
export class RetentionOfWorkspaceResolver {
  @FieldResolver(() => DataRetentionPolicy, {
    nullable: true,
    description: 'Its own data retention policy; null when it follows its organization.',
  })
  dataRetentionPolicy(@Root() workspace: WorkspaceRow) {
    const policy = policyOf(workspace);
    return policy && toType({ on: 'workspace', targetId: workspace.id, policy });
  }
}

function toType({ targetId, policy }: SetPolicy) {
  return { targetId, kind: policy.kind, deleteOlderThanNDays: policy.kind === 'delete-older' ? policy.days : null };
}

/** @throws MISSING_INPUT */
function scopeOf({ workspaceId, organization }: RetentionTargetInput): RetentionScope {
  if (workspaceId != null) return { on: 'workspace', id: workspaceId };
  if (organization != null) return { on: 'organization', name: organization };
  throw problem('MISSING_INPUT', 'Give the workspace or the organization', ['target']);
}

/** @throws MISSING_INPUT */
function policyFrom({ kind, deleteOlderThanNDays: days }: SetDataRetentionPolicyInput): RetentionPolicy {
  if (kind === 'dont-delete') return { kind };
  if (days == null) throw problem('MISSING_INPUT', "Delete older than n days can't be blank", ['deleteOlderThanNDays']);
  return { kind, days };
}
