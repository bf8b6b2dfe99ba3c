import { Args, Ctx, FieldResolver, Resolver, Root, Subscription } from 'type-graphql';
import { presentCaller } from '../../identity/context.js';
import type { EventRow } from '../../platform/events/event-catalogue.js';
import { resumed } from '../../platform/graphql/event.js';
import { CelRole, toCelRole } from '../cel-roles/cel-role.type.js';
import { Certificate } from '../certificates/certificate.type.js';
import type { PkiContext } from '../context.js';
import { Issuer, toIssuer } from '../issuers/issuer.type.js';
import { Role, toRole } from '../roles/role.type.js';
import type { AskedMountEvents } from './pki-event-rooms.js';
import { pkiEventTable } from './pki-event-table.js';
import type { PkiAudience } from './pki-event-table.js';
import {
  CelRoleEvent,
  CelRoleEventsArgs,
  CertificateEvent,
  CertificateEventsArgs,
  CrlEvent,
  CrlEventsArgs,
  MountJobEvent,
  MountJobEventsArgs,
  RoleEvent,
  RoleEventsArgs,
} from './pki-event.type.js';

interface Asked {
  readonly args: AskedMountEvents;
  readonly context: PkiContext;
}

/** Resolves a subscription to the events of a row. */
const following =
  <Shown extends object>(row: EventRow<PkiAudience, Shown>) =>
  ({ args, context }: Asked) =>
    context.pki.events.follow(row, () => presentCaller(context), resumed(args, context));

@Resolver(() => CertificateEvent)
export class CertificateEventResolver {
  @Subscription(() => CertificateEvent, {
    description: 'Changes to the stored certificates of a mount. For callers who may list them.',
    subscribe: following(pkiEventTable.certificateEvents),
  })
  certificateEvents(@Args(() => CertificateEventsArgs) _args: object, @Root() event: CertificateEvent) {
    return event;
  }

  @FieldResolver(() => Certificate, {
    nullable: true,
    description: 'The current certificate. Null if it is not stored, or no longer stored.',
  })
  certificate(@Root() event: CertificateEvent, @Ctx() { pki }: PkiContext) {
    return pki.certificates.known(event);
  }
}

@Resolver(() => CrlEvent)
export class CrlEventResolver {
  @Subscription(() => CrlEvent, {
    description:
      'The CRLs that the issuers of a mount publish, with shards and unified ones. CRLs are public: any valid token is accepted.',
    subscribe: following(pkiEventTable.crlEvents),
  })
  crlEvents(@Args(() => CrlEventsArgs) _args: object, @Root() event: CrlEvent) {
    return event;
  }

  @FieldResolver(() => Issuer, { nullable: true, description: 'The issuer. Null if it was deleted.' })
  issuer(@Root() event: CrlEvent, @Ctx() context: PkiContext) {
    return issuerOf(event, context);
  }
}

@Resolver(() => RoleEvent)
export class RoleEventResolver {
  @Subscription(() => RoleEvent, {
    description: 'Changes to the roles of a mount. For callers who may list them.',
    subscribe: following(pkiEventTable.roleEvents),
  })
  roleEvents(@Args(() => RoleEventsArgs) _args: object, @Root() event: RoleEvent) {
    return event;
  }

  @FieldResolver(() => Role, {
    nullable: true,
    description: 'The current role. Null if it was deleted. Only callers who may read the role can see its fields.',
  })
  async role(@Root() event: RoleEvent, @Ctx() { pki }: PkiContext) {
    const role = await pki.roles.known(event);
    return role && toRole(role);
  }
}

@Resolver(() => CelRoleEvent)
export class CelRoleEventResolver {
  @Subscription(() => CelRoleEvent, {
    description: 'Changes to the CEL roles of a mount. For callers who may list them.',
    subscribe: following(pkiEventTable.celRoleEvents),
  })
  celRoleEvents(@Args(() => CelRoleEventsArgs) _args: object, @Root() event: CelRoleEvent) {
    return event;
  }

  @FieldResolver(() => CelRole, {
    nullable: true,
    description: 'The current role. Null if it was deleted. Only callers who may read the role can see its program.',
  })
  async celRole(@Root() event: CelRoleEvent, @Ctx() { pki }: PkiContext) {
    const role = await pki.celRoles.known(event);
    return role && toCelRole(role);
  }
}

@Resolver(() => MountJobEvent)
export class MountJobEventResolver {
  @Subscription(() => MountJobEvent, {
    description:
      'Progress of long background work of a mount: building CRLs with very many entries. `crlEvents` reports the results, also of short work. CRLs are public: any valid token is accepted.',
    subscribe: following(pkiEventTable.mountJobEvents),
  })
  mountJobEvents(@Args(() => MountJobEventsArgs) _args: object, @Root() event: MountJobEvent) {
    return event;
  }

  @FieldResolver(() => Issuer, { nullable: true, description: 'The issuer. Null if it was deleted.' })
  issuer(@Root() event: MountJobEvent, @Ctx() context: PkiContext) {
    return issuerOf(event, context);
  }
}

async function issuerOf(
  { mountPath, issuerId }: { readonly mountPath: string; readonly issuerId: string },
  { pki }: PkiContext,
): Promise<Issuer | null> {
  const found = (await pki.authorities.byPath(mountPath)).issuerById(issuerId);
  return found ? toIssuer(found) : null;
}
