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
import { RoleFilter } from '../graphql/filters.js';
import { done } from '../graphql/payloads.js';
import { roleAt } from '../graphql/references.js';
import type { RoleRef } from '../graphql/references.js';
import { mountArgument, mountOf } from '../graphql/mount-argument.js';
import { Issuer, toIssuer } from '../issuers/issuer.type.js';
import { Mount, toMount } from '../mounts/mount.type.js';
import { roleFields } from '../policy/index.js';
import type { Role as Policy, WrittenTexts } from '../policy/index.js';
import { givenOf } from '../graphql/given.js';
import type { TypedInput } from '../graphql/given.js';
import {
  CreateRoleInput,
  CreateRolePayload,
  DeleteRoleInput,
  DeleteRolePayload,
  Role,
  RoleConnection,
  toRole,
  UpdateRoleInput,
  UpdateRolePayload,
} from './role.type.js';
import type { WrittenRole } from './roles.js';

interface RoleTargetInput {
  readonly mount?: string | null;
  readonly name: string;
}

interface RoleTarget {
  readonly role: RoleRef;
}
interface Texts {
  readonly written?: WrittenTexts | null;
}
type RoleChange = TypedInput<typeof roleFields> & RoleTarget & Texts;

/** A table declares the fields of a role's policy. */
type ShownRole = Role & Pick<Policy, 'issuerRef'>;

type RoleInput = RoleTargetInput & TypedInput<typeof roleFields> & Texts;

const targetOf = (input: RoleTargetInput) => ({ mount: mountOf(input), name: input.name });

const shown = ({ role, warnings }: WrittenRole) => ({ role: whole(toRole(role)), warnings });

@Resolver(() => Role)
export class RoleResolver {
  @Query(() => RoleConnection, { description: 'The roles of a certificate authority, by name.' })
  async roles(
    @Arg('mount', () => String, mountArgument) mount: string,
    @Arg('filter', () => RoleFilter, { nullable: true, description: 'Which items to list. Defaults to all.' })
    filter: RoleFilter | null,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: PkiContext,
  ) {
    const caller = requireCaller(context);
    const place = await context.pki.roles.place(caller, mount);
    const { rolesOfMount } = context.pki.visibleTo(caller).lists;
    return mapConnection(await rolesOfMount.connection(place, filter ?? {}, pageAsked(args)), toRole);
  }

  @Internal()
  @Query(() => [String], {
    description: `The names of the roles of a certificate authority, in order. ${pagesOfValues}`,
  })
  roleNames(
    @Arg('mount', () => String, mountArgument) mount: string,
    @Arg('first', firstOfValues.type, firstOfValues) first: number,
    @Arg('after', () => String, afterValue) after: string | null,
    @Ctx() context: PkiContext,
  ) {
    return context.pki.roles.names(requireCaller(context), mount, valuesAsked(first, after));
  }

  @Lookup(() => Role, { description: 'A role of a certificate authority.' })
  async role(
    @Arg('mount', () => String, mountArgument) mount: string,
    @Arg('name', () => String, { description: 'Its name.' }) name: string,
    @Ctx() context: PkiContext,
  ) {
    return whole(toRole(await context.pki.roles.read(requireCaller(context), { mount, name })));
  }

  @FieldResolver(() => Mount, {
    nullable: true,
    description: 'The certificate authority that it belongs to. Null if you may not read the certificate authority.',
  })
  async mount(@Root() { mountPath }: Role, @Ctx() context: PkiContext) {
    const row = await context.pki.visibleTo(requireCaller(context)).mount(mountPath);
    return row && toMount(row);
  }

  @FieldResolver(() => Issuer, {
    nullable: true,
    description: 'The issuer that signs certificates of this role. Null if there is no issuer with that name.',
  })
  async issuer(@Root() { mountPath, issuerRef }: ShownRole, @Ctx() { pki }: PkiContext) {
    const found = (await pki.load.authority.load(mountPath))?.issuerReferred(issuerRef);
    return found ? toIssuer(found) : null;
  }

  @FieldResolver(() => CertificateConnection, {
    nullable: true,
    description:
      'The stored certificates that were issued under it, those that expire last first. Null if you may not list them.',
  })
  certificates(@Root() role: Role, @Args(() => ConnectionArgs) args: ConnectionArgs, @Ctx() context: PkiContext) {
    const visible = context.pki.visibleTo(requireCaller(context));
    return visible.listed(role.mountPath, 'certs', () =>
      visible.lists.certificatesOfRole.connection(role, {}, pageAsked(args)),
    );
  }

  @Mutation(() => CreateRolePayload, { description: 'Creates a role, or replaces one completely.' })
  createRole(@Arg('input', () => CreateRoleInput) input: RoleInput, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    const { written, ...fields } = input;
    return done(async () =>
      shown(await context.pki.roles.write(caller, targetOf(input), givenOf(roleFields, fields), written ?? {})),
    );
  }

  @Mutation(() => UpdateRolePayload, { description: 'Changes some fields of a role.' })
  updateRole(@Arg('input', () => UpdateRoleInput) input: RoleChange, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    const { role, written, ...fields } = input;
    const given = givenOf(roleFields, fields);
    return done(async () =>
      shown(await context.pki.roles.patch(caller, await roleAt(role, context.pki), given, written ?? {})),
    );
  }

  @Mutation(() => DeleteRolePayload, {
    description: 'Deletes a role. Certificates that were issued under it are not deleted.',
  })
  deleteRole(@Arg('input', () => DeleteRoleInput) input: RoleTarget, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    return payload('deletedId', async () => context.pki.roles.delete(caller, await roleAt(input.role, context.pki)));
  }
}
