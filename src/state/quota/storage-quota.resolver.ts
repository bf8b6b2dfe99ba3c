import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import { Organization, organizationRefOf } from '../../identity/organizations/organization.type.js';
import type { OrganizationRow, WorkspaceRow } from '../../platform/database/models.js';
import { payload } from '../../platform/graphql/payload.js';
import { BigIntScalar } from '../../platform/graphql/scalars.js';
import { problem } from '../../platform/problems.js';
import { requireCaller } from '../../identity/context.js';
import type { StateContext } from '../context.js';
import { Workspace } from '../workspaces/workspace.type.js';
import {
  OrganizationStorage,
  SetStorageQuotaInput,
  SetStorageQuotaPayload,
  StorageQuotaProblem,
} from './storage-quota.type.js';
import type { OrganizationUsage, StorageQuota } from './storage-quotas.js';

@Resolver(() => Organization)
export class StorageOfOrganizationResolver {
  @FieldResolver(() => OrganizationStorage, {
    nullable: true,
    description:
      'How much state content it stores, and its limit. For its owners and site administrators; null for others.',
  })
  storage(@Root() organization: OrganizationRow, @Ctx() context: StateContext): Promise<OrganizationUsage | null> {
    return context.state.visibleTo(requireCaller(context)).storage(organization);
  }

  @Mutation(() => SetStorageQuotaPayload, {
    description: 'Sets how many bytes of state content an organization may store. For site administrators.',
  })
  setStorageQuota(@Arg('input', () => SetStorageQuotaInput) input: SetStorageQuotaInput, @Ctx() context: StateContext) {
    const caller = requireCaller(context);
    return payload('organization', async () =>
      context.state.storageQuotas.set(caller, organizationRefOf(input.organization), quotaFrom(input)),
    );
  }
}

@Resolver(() => StorageQuotaProblem)
export class StorageOfProblemResolver {
  @FieldResolver(() => OrganizationStorage, {
    nullable: true,
    description:
      'How much state content the organization stores, and its limit. For its owners and site administrators; null for others.',
  })
  async storage(
    @Root() { organizationId }: StorageQuotaProblem,
    @Ctx() context: StateContext,
  ): Promise<OrganizationUsage | null> {
    const organization = await context.identity.load.organization.load(organizationId);
    return organization && context.state.visibleTo(requireCaller(context)).storage(organization);
  }
}

@Resolver(() => Workspace)
export class StoredBytesOfWorkspaceResolver {
  @FieldResolver(() => BigIntScalar, {
    nullable: true,
    description:
      'The number of bytes of state content that it stores, as the quota of its organization counts them. For callers who may list its state versions; null for others.',
  })
  async storedBytes(@Root() workspace: WorkspaceRow, @Ctx() context: StateContext): Promise<bigint | null> {
    const may = await context.state.visibleTo(requireCaller(context)).allows('state-version.list', workspace);
    return may ? workspace.storedBytes : null;
  }
}

/** @throws MISSING_INPUT */
function quotaFrom({ kind, bytes }: SetStorageQuotaInput): StorageQuota {
  if (kind !== 'bytes') return { kind };
  if (bytes == null) throw problem('MISSING_INPUT', "Bytes can't be blank", ['bytes']);
  return { kind, bytes };
}
