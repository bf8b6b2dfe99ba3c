import { Arg, Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import type { AuditRecordRow, OrganizationRow } from '../../platform/database/models.js';
import { ConnectionArgs, pageAsked } from '../../platform/graphql/connection.js';
import { BigIntScalar, JSONScalar } from '../../platform/graphql/scalars.js';
import { requireCaller } from '../context.js';
import type { IdentityContext } from '../context.js';
import { Organization } from '../organizations/organization.type.js';
import { AuditFilterInput, AuditRecord, AuditRecordConnection } from './record.type.js';

@Resolver(() => Organization)
export class OrganizationAuditResolver {
  @FieldResolver(() => AuditRecordConnection, { description: 'What happened in it, newest first. For its owners.' })
  auditRecords(
    @Root() organization: OrganizationRow,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Arg('filter', () => AuditFilterInput, { nullable: true, description: 'Which ones; all unless said.' })
    filter: AuditFilterInput | null,
    @Ctx() context: IdentityContext,
  ) {
    const caller = requireCaller(context);
    return context.identity.auditRecords.ofOrganization(caller, organization.id, filter ?? {}, pageAsked(args));
  }
}

@Resolver(() => AuditRecord)
export class AuditRecordResolver {
  @Query(() => AuditRecordConnection, { description: 'What happened anywhere, newest first. For site administrators.' })
  auditRecords(
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Arg('filter', () => AuditFilterInput, { nullable: true, description: 'Which ones; all unless said.' })
    filter: AuditFilterInput | null,
    @Ctx() context: IdentityContext,
  ) {
    return context.identity.auditRecords.ofSite(requireCaller(context), filter ?? {}, pageAsked(args));
  }

  @FieldResolver(() => BigIntScalar, { description: 'Rises with every record.' })
  number(@Root() record: AuditRecordRow): bigint {
    return record.id;
  }

  @FieldResolver(() => JSONScalar, { nullable: true, description: 'What changed, without secrets.' })
  details(@Root() record: AuditRecordRow): unknown {
    return record.details === null ? null : JSON.parse(record.details);
  }
}
