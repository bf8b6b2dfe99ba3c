import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { requireCaller } from '../../identity/context.js';
import { ConnectionArgs, mapConnection, pageAsked } from '../../platform/graphql/connection.js';
import { whole } from '../../platform/graphql/guarded.js';
import { Internal } from '../../platform/graphql/internal.js';
import { Lookup } from '../../platform/graphql/lookup.js';
import { payload } from '../../platform/graphql/payload.js';
import { afterValue, firstOfValues, pagesOfValues, valuesAsked } from '../../platform/graphql/values.js';
import { CertificateConnection } from '../certificates/certificate.type.js';
import type { PkiContext } from '../context.js';
import { CelRoleFilter } from '../graphql/filters.js';
import { mountArgument, mountOf } from '../graphql/mount-argument.js';
import { celRoleAt } from '../graphql/references.js';
import { Mount, toMount } from '../mounts/mount.type.js';
import {
  CelRole,
  CelRoleConnection,
  CreateCelRoleInput,
  CreateCelRolePayload,
  DeleteCelRoleInput,
  DeleteCelRolePayload,
  givenParts,
  toCelRole,
  UpdateCelRoleInput,
  UpdateCelRolePayload,
} from './cel-role.type.js';
import { celRoleName } from './cel-roles.js';

@Resolver(() => CelRole)
export class CelRoleResolver {
  @Query(() => CelRoleConnection, {
    description: 'The roles of a certificate authority that are programs in CEL, by name.',
  })
  async celRoles(
    @Arg('mount', () => String, mountArgument) mount: string,
    @Arg('filter', () => CelRoleFilter, { nullable: true, description: 'Which items to list. Defaults to all.' })
    filter: CelRoleFilter | null,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: PkiContext,
  ) {
    const caller = requireCaller(context);
    const place = await context.pki.celRoles.place(caller, mount);
    const { celRolesOfMount } = context.pki.visibleTo(caller).lists;
    return mapConnection(await celRolesOfMount.connection(place, filter ?? {}, pageAsked(args)), toCelRole);
  }

  @Internal()
  @Query(() => [String], {
    description: `The names of the roles of a certificate authority that are programs in CEL, in order. ${pagesOfValues}`,
  })
  celRoleNames(
    @Arg('mount', () => String, mountArgument) mount: string,
    @Arg('first', firstOfValues.type, firstOfValues) first: number,
    @Arg('after', () => String, afterValue) after: string | null,
    @Ctx() context: PkiContext,
  ) {
    return context.pki.celRoles.names(requireCaller(context), mount, valuesAsked(first, after));
  }

  @Lookup(() => CelRole, { description: 'A role of a certificate authority that is a program in CEL.' })
  async celRole(
    @Arg('mount', () => String, mountArgument) mount: string,
    @Arg('name', () => String, { description: 'Its name.' }) name: string,
    @Ctx() context: PkiContext,
  ) {
    return whole(toCelRole(await context.pki.celRoles.read(requireCaller(context), { mount, name })));
  }

  @FieldResolver(() => Mount, {
    nullable: true,
    description: 'The certificate authority that it belongs to. Null if you may not read the certificate authority.',
  })
  async mount(@Root() { mountPath }: CelRole, @Ctx() context: PkiContext) {
    const row = await context.pki.visibleTo(requireCaller(context)).mount(mountPath);
    return row && toMount(row);
  }

  @FieldResolver(() => CertificateConnection, {
    nullable: true,
    description:
      'The stored certificates that were issued under it, those that expire last first. Null if you may not list them.',
  })
  certificates(
    @Root() { id, name, mountPath }: CelRole,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: PkiContext,
  ) {
    const visible = context.pki.visibleTo(requireCaller(context));
    const role = { id, name: celRoleName(name), mountPath };
    return visible.listed(mountPath, 'certs', () =>
      visible.lists.certificatesOfRole.connection(role, {}, pageAsked(args)),
    );
  }

  @Mutation(() => CreateCelRolePayload, {
    description: 'Creates a role that is a program in CEL, or replaces one. A program that is not sound is refused.',
  })
  createCelRole(@Arg('input', () => CreateCelRoleInput) input: CreateCelRoleInput, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    const { name, expression } = input;
    return payload('celRole', async () => {
      const program = { variables: [], expression, ...givenParts(input) };
      return whole(toCelRole(await context.pki.celRoles.write(caller, { mount: mountOf(input), name }, program)));
    });
  }

  @Mutation(() => UpdateCelRolePayload, { description: 'Changes parts of the program of a CEL role.' })
  updateCelRole(@Arg('input', () => UpdateCelRoleInput) input: UpdateCelRoleInput, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    return payload('celRole', async () => {
      const target = await celRoleAt(input.role, context.pki);
      return whole(toCelRole(await context.pki.celRoles.patch(caller, target, givenParts(input))));
    });
  }

  @Mutation(() => DeleteCelRolePayload, {
    description: 'Deletes a CEL role. Certificates that were issued under it are not deleted.',
  })
  deleteCelRole(@Arg('input', () => DeleteCelRoleInput) input: DeleteCelRoleInput, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    return payload('deletedId', async () =>
      context.pki.celRoles.delete(caller, await celRoleAt(input.role, context.pki)),
    );
  }
}
