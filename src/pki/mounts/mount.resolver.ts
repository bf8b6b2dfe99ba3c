import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { requireCaller } from '../../identity/context.js';
import { ConnectionArgs, mapConnection, pageAsked } from '../../platform/graphql/connection.js';
import { Internal } from '../../platform/graphql/internal.js';
import { Lookup } from '../../platform/graphql/lookup.js';
import { payload } from '../../platform/graphql/payload.js';
import { CertificateConnection } from '../certificates/certificate.type.js';
import { ExpiryBucketType, ExpiryHistogramArgs } from '../certificates/expiry-histogram.type.js';
import { mostBuckets } from '../certificates/expiry-histogram.js';
import type { PkiContext } from '../context.js';
import { MountFilter } from '../graphql/filters.js';
import { done } from '../graphql/payloads.js';
import { mountAt } from '../graphql/references.js';
import { Issuer, IssuerConnection, toIssuer } from '../issuers/issuer.type.js';
import { IssuerKeyConnection, toIssuerKey } from '../keys/key.type.js';
import { RevocationConnection, toRevocation } from '../revocation/revocation.type.js';
import { CelRoleConnection, toCelRole } from '../cel-roles/cel-role.type.js';
import { RoleConnection, toRole } from '../roles/role.type.js';
import {
  CreateMountInput,
  CreateMountPayload,
  DeleteMountInput,
  DeleteMountPayload,
  Mount,
  MountConnection,
  MountMove,
  MoveMountInput,
  MoveMountPayload,
  toMount,
  toMountMove,
  TuneMountInput,
  TuneMountPayload,
} from './mount.type.js';

@Resolver(() => Mount)
export class MountResolver {
  @Query(() => MountConnection, { description: 'The certificate authorities, oldest first.' })
  async mounts(
    @Arg('filter', () => MountFilter, { nullable: true, description: 'Which items to list. Defaults to all.' })
    filter: MountFilter | null,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: PkiContext,
  ) {
    const page = await context.pki.mounts.list(requireCaller(context), pageAsked(args), filter?.search ?? '');
    return mapConnection(page, toMount);
  }

  @Lookup(() => Mount, { description: 'A certificate authority, by its path.' })
  async mount(
    @Arg('path', () => String, { description: 'Its path below `/v1`.' }) path: string,
    @Ctx() context: PkiContext,
  ) {
    return toMount(await context.pki.mounts.read(requireCaller(context), path));
  }

  @Internal()
  @Lookup(() => Mount, { description: 'The same mount, for callers who may read its tuning.' })
  async tunedMount(
    @Arg('path', () => String, { description: 'Its path below `/v1`.' }) path: string,
    @Ctx() context: PkiContext,
  ) {
    return toMount(await context.pki.mounts.readTuned(requireCaller(context), path));
  }

  @Query(() => MountConnection, {
    description:
      'The certificate authorities in which you have any permission, and those that everybody may see, oldest first.',
  })
  async visibleMounts(@Args(() => ConnectionArgs) args: ConnectionArgs, @Ctx() context: PkiContext) {
    return mapConnection(await context.pki.mounts.visible(requireCaller(context), pageAsked(args)), toMount);
  }

  @Internal()
  @Lookup(() => Mount, { description: 'The certificate authority that a path belongs to.' })
  async mountOfPath(
    @Arg('path', () => String, { description: 'A path below `/v1`, such as `pki/issue/web`.' }) path: string,
    @Ctx() context: PkiContext,
  ) {
    return toMount(await context.pki.mounts.ofPath(requireCaller(context), path));
  }

  @FieldResolver(() => IssuerConnection, { description: 'Its issuers, oldest first. Issuers are public.' })
  async issuers(@Root() mount: Mount, @Args(() => ConnectionArgs) args: ConnectionArgs, @Ctx() context: PkiContext) {
    const { lists } = context.pki.visibleTo(requireCaller(context));
    return mapConnection(await lists.issuersOfMount.connection(mount, {}, pageAsked(args)), toIssuer);
  }

  @FieldResolver(() => Issuer, { nullable: true, description: 'The default issuer.' })
  async defaultIssuer(@Root() { path }: Mount, @Ctx() { pki }: PkiContext) {
    const found = (await pki.load.authority.load(path))?.defaultIssuer;
    return found ? toIssuer(found) : null;
  }

  @FieldResolver(() => IssuerKeyConnection, {
    nullable: true,
    description: 'Its keys, oldest first. Null if you may not list them.',
  })
  keys(@Root() mount: Mount, @Args(() => ConnectionArgs) args: ConnectionArgs, @Ctx() context: PkiContext) {
    const visible = context.pki.visibleTo(requireCaller(context));
    return visible.listed(mount.path, 'keys', async () =>
      mapConnection(await visible.lists.keysOfMount.connection(mount, {}, pageAsked(args)), toIssuerKey),
    );
  }

  @FieldResolver(() => RoleConnection, {
    nullable: true,
    description: 'Its roles, by name. Null if you may not list them.',
  })
  roles(@Root() mount: Mount, @Args(() => ConnectionArgs) args: ConnectionArgs, @Ctx() context: PkiContext) {
    const visible = context.pki.visibleTo(requireCaller(context));
    return visible.listed(mount.path, 'roles', async () =>
      mapConnection(await visible.lists.rolesOfMount.connection(mount, {}, pageAsked(args)), toRole),
    );
  }

  @FieldResolver(() => CelRoleConnection, {
    nullable: true,
    description: 'Its roles that are programs in CEL, by name. Null if you may not list them.',
  })
  celRoles(@Root() mount: Mount, @Args(() => ConnectionArgs) args: ConnectionArgs, @Ctx() context: PkiContext) {
    const visible = context.pki.visibleTo(requireCaller(context));
    return visible.listed(mount.path, 'cel/roles', async () =>
      mapConnection(await visible.lists.celRolesOfMount.connection(mount, {}, pageAsked(args)), toCelRole),
    );
  }

  @FieldResolver(() => CertificateConnection, {
    nullable: true,
    description: 'Its stored certificates, those that expire last first. Null if you may not list them.',
  })
  certificates(@Root() mount: Mount, @Args(() => ConnectionArgs) args: ConnectionArgs, @Ctx() context: PkiContext) {
    const visible = context.pki.visibleTo(requireCaller(context));
    return visible.listed(mount.path, 'certs', () =>
      visible.lists.certificatesOfMount.connection(mount, {}, pageAsked(args)),
    );
  }

  @FieldResolver(() => [ExpiryBucketType], {
    nullable: true,
    description: `The number of its stored certificates by time of expiry, in at most ${mostBuckets} buckets. Null if you may not list them.`,
  })
  expiryHistogram(
    @Root() mount: Mount,
    @Args(() => ExpiryHistogramArgs) { from, to, bucket }: ExpiryHistogramArgs,
    @Ctx() context: PkiContext,
  ) {
    const visible = context.pki.visibleTo(requireCaller(context));
    return visible.listed(mount.path, 'certs', () => visible.lists.expiry.of(mount.id, { from, to, bucket }));
  }

  @FieldResolver(() => RevocationConnection, {
    nullable: true,
    description: 'Its revocations, newest first. Null if you may not list them.',
  })
  revocations(@Root() mount: Mount, @Args(() => ConnectionArgs) args: ConnectionArgs, @Ctx() context: PkiContext) {
    const visible = context.pki.visibleTo(requireCaller(context));
    return visible.listed(mount.path, 'certs/revoked', async () =>
      mapConnection(await visible.lists.revocationsOfMount.connection(mount, {}, pageAsked(args)), toRevocation),
    );
  }

  @Lookup(() => MountMove, { description: 'A move of a mount in the last 30 days.' })
  async mountMove(
    @Arg('moveId', () => ID, { description: 'The `moveId` of the move that `moveMount` answered.' }) moveId: string,
    @Ctx() context: PkiContext,
  ) {
    return toMountMove(await context.pki.mounts.movedBy(requireCaller(context), moveId));
  }

  @Mutation(() => CreateMountPayload, { description: 'Creates an empty certificate authority at a path.' })
  createMount(@Arg('input', () => CreateMountInput) input: CreateMountInput, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    return payload('mount', async () => toMount(await context.pki.mounts.create(caller, input.path, input)));
  }

  @Mutation(() => TuneMountPayload, {
    description: 'Changes the times to live, the description and other settings of a mount.',
  })
  tuneMount(@Arg('input', () => TuneMountInput) input: TuneMountInput, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    return payload('mount', async () =>
      toMount(await context.pki.mounts.tune(caller, await mountAt(input.mount, context.pki), input)),
    );
  }

  @Mutation(() => MoveMountPayload, {
    description: 'Moves a certificate authority to another path, with everything in it.',
  })
  moveMount(@Arg('input', () => MoveMountInput) input: MoveMountInput, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    return done(async () => {
      const { mount, move } = await context.pki.mounts.move(
        caller,
        await mountAt(input.mount, context.pki),
        input.path,
      );
      return { mount: toMount(mount), mountMove: toMountMove(move) };
    });
  }

  @Mutation(() => DeleteMountPayload, {
    description: 'Deletes a certificate authority with its issuers, keys, roles, certificates and CRLs.',
  })
  deleteMount(@Arg('input', () => DeleteMountInput) input: DeleteMountInput, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    return payload('deletedId', async () => context.pki.mounts.delete(caller, await mountAt(input.mount, context.pki)));
  }
}
