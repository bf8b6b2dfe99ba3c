import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { requireCaller } from '../../identity/context.js';
import { ConnectionArgs, mapConnection, pageAsked } from '../../platform/graphql/connection.js';
import { whole } from '../../platform/graphql/guarded.js';
import { Lookup } from '../../platform/graphql/lookup.js';
import { payload } from '../../platform/graphql/payload.js';
import type { PkiContext } from '../context.js';
import {
  DeleteManagedKeyInput,
  DeleteManagedKeyPayload,
  ManagedKey,
  ManagedKeyConnection,
  TestManagedKeyInput,
  TestManagedKeyPayload,
  toManagedKey,
  WriteManagedKeyInput,
  WriteManagedKeyPayload,
} from './managed-key.type.js';

@Resolver(() => ManagedKey)
export class ManagedKeyResolver {
  @Query(() => ManagedKeyConnection, { description: 'The managed keys, by name.' })
  async managedKeys(@Args(() => ConnectionArgs) args: ConnectionArgs, @Ctx() context: PkiContext) {
    const page = await context.pki.managedKeys.list(requireCaller(context), pageAsked(args));
    return mapConnection(page, toManagedKey);
  }

  @Lookup(() => ManagedKey, { description: 'A managed key, by its name.' })
  async managedKey(@Arg('name', () => String, { description: 'Its name.' }) name: string, @Ctx() context: PkiContext) {
    return whole(toManagedKey(await context.pki.managedKeys.read(requireCaller(context), name)));
  }

  @Mutation(() => WriteManagedKeyPayload, {
    description: 'Creates a managed key, or replaces how one is reached and used.',
  })
  writeManagedKey(@Arg('input', () => WriteManagedKeyInput) input: WriteManagedKeyInput, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    const { name, tokenKeyId: keyId, ...given } = input;
    return payload('managedKey', async () =>
      // The caller who wrote it knows its content.
      whole(toManagedKey(await context.pki.managedKeys.put(caller, name, { ...given, keyId }))),
    );
  }

  @Mutation(() => TestManagedKeyPayload, {
    description:
      'Has a managed key sign random data, and checks the signature. The key is generated if it is missing and may be.',
  })
  testManagedKey(@Arg('input', () => TestManagedKeyInput) input: TestManagedKeyInput, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    const { name, usePss, hashAlgorithm: hash } = input;
    return payload('managedKey', async () =>
      toManagedKey(await context.pki.managedKeys.test(caller, name, { usePss, hash })),
    );
  }

  @Mutation(() => DeleteManagedKeyPayload, {
    description: 'Forgets how a managed key is reached, unless a mount uses it. The key in the token stays.',
  })
  deleteManagedKey(
    @Arg('input', () => DeleteManagedKeyInput) input: DeleteManagedKeyInput,
    @Ctx() context: PkiContext,
  ) {
    const caller = requireCaller(context);
    return payload('deletedId', () => context.pki.managedKeys.delete(caller, input.name));
  }
}
