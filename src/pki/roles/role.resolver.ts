import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { requireCaller } from '../../identity/context.js';
import { payload } from '../../platform/graphql/payload.js';
import type { PkiContext } from '../context.js';
import { looseInput } from '../graphql/loose.js';
import { mountArgument, mountOf } from '../graphql/mount-argument.js';
import { roleFields } from '../policy/index.js';
import {
  CreateRoleInput,
  CreateRolePayload,
  DeleteRoleInput,
  DeleteRolePayload,
  Role,
  toRole,
  UpdateRoleInput,
  UpdateRolePayload,
} from './role.type.js';
import type { WrittenRole } from './roles.js';

interface RoleInput extends Readonly<Record<string, unknown>> {
  readonly mount?: string | null;
  readonly name: string;
}

const targetOf = (input: RoleInput) => ({ mount: mountOf(input), name: input.name });

async function writtenRole(work: () => Promise<WrittenRole>) {
  const { written, problems } = await payload('written', work);
  return { role: written && toRole(written.role), warnings: written?.warnings ?? [], problems };
}

@Resolver(() => Role)
export class RoleResolver {
  @Query(() => [Role], { description: 'Every role of a certificate authority, by name.' })
  async roles(@Arg('mount', () => String, mountArgument) mount: string, @Ctx() context: PkiContext) {
    return (await context.pki.roles.list(requireCaller(context), mount)).map(toRole);
  }

  @Query(() => [String], { description: 'The names of all roles of a certificate authority, in order.' })
  roleNames(@Arg('mount', () => String, mountArgument) mount: string, @Ctx() context: PkiContext) {
    return context.pki.roles.names(requireCaller(context), mount);
  }

  @Query(() => Role, { description: 'A role of a certificate authority.' })
  async role(
    @Arg('mount', () => String, mountArgument) mount: string,
    @Arg('name', () => String, { description: 'Its name.' }) name: string,
    @Ctx() context: PkiContext,
  ) {
    return toRole(await context.pki.roles.read(requireCaller(context), { mount, name }));
  }

  @Mutation(() => CreateRolePayload, { description: 'Makes a role, or replaces one whole.' })
  createRole(@Arg('input', () => CreateRoleInput) input: RoleInput, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    return writtenRole(() => context.pki.roles.write(caller, targetOf(input), looseInput(roleFields, input)));
  }

  @Mutation(() => UpdateRolePayload, { description: 'Changes some fields of a role.' })
  updateRole(@Arg('input', () => UpdateRoleInput) input: RoleInput, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    return writtenRole(() => context.pki.roles.patch(caller, targetOf(input), looseInput(roleFields, input)));
  }

  @Mutation(() => DeleteRolePayload, { description: 'Deletes a role. What was issued under it stays.' })
  deleteRole(@Arg('input', () => DeleteRoleInput) input: RoleInput, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    return payload('deletedName', async () => {
      await context.pki.roles.delete(caller, targetOf(input));
      return input.name;
    });
  }
}
