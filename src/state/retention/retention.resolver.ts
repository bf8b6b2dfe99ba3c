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
import type { OrganizationRow, WorkspaceRow } from '../../platform/database/models.js';
import { Organization } from '../../identity/organizations/organization.type.js';
import { Lookup } from '../../platform/graphql/lookup.js';
import { payload, payloadType } from '../../platform/graphql/payload.js';
import { problem } from '../../platform/problems.js';
import { requireCaller } from '../../identity/context.js';
import type { StateContext } from '../context.js';
import { OrganizationRefType } from '../../identity/organizations/organization.type.js';
import { oneGiven, OneOf } from '../../platform/graphql/one-of.js';
import { WorkspaceRefType } from '../workspaces/workspace-ref.input.js';
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
  description: 'The effect of a data retention policy.',
  valuesConfig: {
    DELETE_OLDER: {
      description: 'State versions that are older than a number of days are deleted. The current one is never deleted.',
    },
    DONT_DELETE: { description: 'Nothing is deleted.' },
  },
});

@ObjectType({
  simpleResolvers: true,
  description: 'How long the state versions of a workspace or organization are kept.',
})
export class DataRetentionPolicy {
  @Field(() => ID, { description: 'Id of the workspace or organization that it is set on.' })
  targetId!: string;

  @Field(() => RetentionKind, { description: 'Its effect.' })
  kind!: RetentionPolicy['kind'];

  @Field(() => Int, { nullable: true, description: 'The number of days. Null if nothing is deleted.' })
  deleteOlderThanNDays!: number | null;
}

@OneOf('DataRetentionTarget', 'The workspace or organization that a data retention policy is set on.')
class RetentionTargetType {
  @Field(() => WorkspaceRefType, { nullable: true, description: 'The workspace.' })
  workspace?: WorkspaceRefType;

  @Field(() => OrganizationRefType, { nullable: true, description: 'The organization.' })
  organization?: OrganizationRefType;
}

@InputType({ description: 'The data retention policy to set.' })
export class SetDataRetentionPolicyInput {
  @Field(() => RetentionTargetType, { description: 'The workspace or organization.' })
  target!: RetentionTargetType;

  @Field(() => RetentionKind, { description: 'Its effect.' })
  kind!: RetentionPolicy['kind'];

  @Field(() => Int, { nullable: true, description: 'The number of days, at least 1. Required for DELETE_OLDER.' })
  deleteOlderThanNDays?: number | null;
}

@InputType({ description: 'The data retention policy to remove.' })
export class RemoveDataRetentionPolicyInput {
  @Field(() => RetentionTargetType, { description: 'The workspace or organization.' })
  target!: RetentionTargetType;
}

const SetDataRetentionPolicyPayload = payloadType(
  'SetDataRetentionPolicyPayload',
  'dataRetentionPolicy',
  () => DataRetentionPolicy,
);
const RemoveDataRetentionPolicyPayload = payloadType('RemoveDataRetentionPolicyPayload', 'deletedId', () => ID);

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
    description: 'Removes a data retention policy. A workspace then uses the policy of its organization.',
  })
  removeDataRetentionPolicy(
    @Arg('input', () => RemoveDataRetentionPolicyInput) input: RemoveDataRetentionPolicyInput,
    @Ctx() context: StateContext,
  ) {
    const caller = requireCaller(context);
    return payload('deletedId', () => context.state.retentionPolicies.remove(caller, scopeOf(input.target)));
  }
}

@Resolver(() => Workspace)
export class RetentionOfWorkspaceResolver {
  @FieldResolver(() => DataRetentionPolicy, {
    nullable: true,
    description: 'Its own data retention policy. Null if it uses the policy of its organization.',
  })
  dataRetentionPolicy(@Root() workspace: WorkspaceRow) {
    const policy = policyOf(workspace);
    return policy && toType({ on: 'workspace', targetId: workspace.id, policy });
  }
}

@Resolver(() => Organization)
export class RetentionOfOrganizationResolver {
  @FieldResolver(() => DataRetentionPolicy, {
    nullable: true,
    description: 'Its data retention policy, for workspaces without an own one. Null if it has none.',
  })
  dataRetentionPolicy(@Root() organization: OrganizationRow) {
    const policy = policyOf(organization);
    return policy && toType({ on: 'organization', targetId: organization.id, policy });
  }
}

function toType({ targetId, policy }: SetPolicy) {
  return { targetId, kind: policy.kind, deleteOlderThanNDays: policy.kind === 'delete-older' ? policy.days : null };
}

const scopeOf = ({ workspace, organization }: RetentionTargetType): RetentionScope =>
  oneGiven<RetentionScope>(workspace && ofWorkspace(workspace), organization && ofOrganization(organization));

const ofWorkspace = ({ id, named }: WorkspaceRefType): RetentionScope =>
  oneGiven<RetentionScope>(
    id === undefined ? null : { on: 'workspace', id },
    named && { on: 'workspace', organization: named.organization, name: named.name },
  );

const ofOrganization = ({ id, name }: OrganizationRefType): RetentionScope =>
  oneGiven<RetentionScope>(
    id === undefined ? null : { on: 'organization', id },
    name === undefined ? null : { on: 'organization', name },
  );

/** @throws MISSING_INPUT */
function policyFrom({ kind, deleteOlderThanNDays: days }: SetDataRetentionPolicyInput): RetentionPolicy {
  if (kind === 'dont-delete') return { kind };
  if (days == null) throw problem('MISSING_INPUT', "Delete older than n days can't be blank", ['deleteOlderThanNDays']);
  return { kind, days };
}
