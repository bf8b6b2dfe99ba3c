import { Arg, Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import type { AuditRecordRow, OrganizationRow } from '../../platform/database/models.js';
import { ConnectionArgs, pageAsked } from '../../platform/graphql/connection.js';
import { filterArgument } from '../../platform/graphql/filter.js';
import { BigIntScalar, DateTime, JSONScalar } from '../../platform/graphql/scalars.js';
import { Internal } from '../../platform/graphql/internal.js';
import { NumberedPageArgs, pageWindow } from '../../platform/graphql/numbered-page.js';
import { orNull } from '../../platform/missing.js';
import { problem } from '../../platform/problems.js';
import type { Caller } from '../caller.js';
import { requireCaller } from '../context.js';
import type { IdentityContext } from '../context.js';
import { Organization } from '../organizations/organization.type.js';
import { User } from '../users/user.type.js';
import {
  AuditRecord,
  AuditRecordConnection,
  AuditRecordFilter,
  AuditRecordPage,
  AuditTargetTypeEnum,
} from './record.type.js';
import { isTargetType, otherType } from './target-types.js';

/** The organization whose records a token reads without saying which: its own, if it is the organization's. */
const trailOf = ({ auditTrailOf, kind, narrowed, organizationId }: Caller): string | null =>
  auditTrailOf ?? (kind === 'organization' && !narrowed ? (organizationId ?? null) : null);

const readingOn =
  'Whoever reads on from time to time misses nothing with `auditRecordEvents`, which has them in the order of the chain: a server whose clock is behind may add a record below those that are listed.';

/** The records of the whole site have no parent object. */
const site = { id: 'site' };

@Resolver(() => Organization)
export class OrganizationAuditResolver {
  @FieldResolver(() => AuditRecordConnection, {
    nullable: true,
    description: `Its audit records, newest first. ${readingOn} For its owners; null for others.`,
  })
  auditRecords(
    @Root() organization: OrganizationRow,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Arg('filter', () => AuditRecordFilter, filterArgument) filter: AuditRecordFilter | null | undefined,
    @Ctx() context: IdentityContext,
  ) {
    const caller = requireCaller(context);
    const { access, visibleTo } = context.identity;
    return orNull(() =>
      access
        .onOrganization(caller, 'audit.read', organization.id)
        .then(() => visibleTo(caller).recordsOfOrganization.connection(organization, filter ?? {}, pageAsked(args))),
    );
  }
}

@Resolver(() => AuditRecord)
export class AuditRecordResolver {
  @Query(() => AuditRecordConnection, {
    description: `All audit records, newest first. ${readingOn} For site administrators.`,
  })
  async auditRecords(
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Arg('filter', () => AuditRecordFilter, filterArgument) filter: AuditRecordFilter | null | undefined,
    @Ctx() context: IdentityContext,
  ) {
    const caller = requireCaller(context);
    await context.identity.access.onSite(caller, 'user.manage');
    return context.identity.visibleTo(caller).recordsOfSite.connection(site, filter ?? {}, pageAsked(args));
  }

  @Internal()
  @Query(() => AuditRecordPage, {
    description:
      'The audit records of the organization that the token belongs to, newest first, by page number. For tokens of organizations.',
  })
  auditTrailPage(
    @Arg('since', () => DateTime, { nullable: true, description: 'Only records from this time on.' })
    since: Date | null,
    @Args(() => NumberedPageArgs) args: NumberedPageArgs,
    @Ctx() context: IdentityContext,
  ) {
    const caller = requireCaller(context);
    const { access, visibleTo } = context.identity;
    const id = trailOf(caller);
    if (id === null) {
      const refused = problem('TOKEN_KIND_REFUSED', 'This takes a token of an organization');
      return access.refuseOthers(caller, 'audit.read', { type: 'site', id: 'site' }, refused);
    }
    return visibleTo(caller).recordsOfOrganization.numbered({ id }, { recordedAfter: since }, pageWindow(args));
  }

  @FieldResolver(() => User, {
    nullable: true,
    description:
      'The account that acted. Null if there was none, if it was deleted, or if it shares no organization with the caller.',
  })
  actor(@Root() { actorId }: AuditRecordRow, @Ctx() context: IdentityContext) {
    return actorId === null ? null : context.identity.visibleTo(requireCaller(context)).user.load(actorId);
  }

  @FieldResolver(() => Organization, {
    nullable: true,
    description: 'The organization that it concerns. Null if it concerns the site, or if the organization was deleted.',
  })
  organization(@Root() { organizationId }: AuditRecordRow, @Ctx() { identity }: IdentityContext) {
    return organizationId === null ? null : identity.load.organization.load(organizationId);
  }

  @FieldResolver(() => AuditTargetTypeEnum, { description: 'Kind of the object of the action.' })
  targetType(@Root() { targetType }: AuditRecordRow): string {
    return isTargetType(targetType) ? targetType : otherType;
  }

  @FieldResolver(() => DateTime, { description: 'When it happened.' })
  recordedAt(@Root() { at }: AuditRecordRow): Date {
    return at;
  }

  @FieldResolver(() => BigIntScalar, { description: 'A number that is higher in every new record.' })
  number(@Root() record: AuditRecordRow): bigint {
    return record.id;
  }

  @FieldResolver(() => JSONScalar, { nullable: true, description: 'What changed, without secrets.' })
  details(@Root() record: AuditRecordRow): unknown {
    return record.details === null ? null : JSON.parse(record.details);
  }
}
