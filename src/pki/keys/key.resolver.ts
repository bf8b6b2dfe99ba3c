import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { requireCaller } from '../../identity/context.js';
import { ConnectionArgs, mapConnection, pageAsked } from '../../platform/graphql/connection.js';
import { whole } from '../../platform/graphql/guarded.js';
import { Lookup } from '../../platform/graphql/lookup.js';
import { payload } from '../../platform/graphql/payload.js';
import type { PkiContext } from '../context.js';
import { IssuerKeyFilter } from '../graphql/filters.js';
import { done } from '../graphql/payloads.js';
import { keyAt } from '../graphql/references.js';
import { givenOf } from '../graphql/given.js';
import type { TypedInput } from '../graphql/given.js';
import { mountArgument, mountOf } from '../graphql/mount-argument.js';
import { IssuerConnection, toIssuer } from '../issuers/issuer.type.js';
import { keyFields } from '../policy/index.js';
import { Mount, toMount } from '../mounts/mount.type.js';
import type { KeySource } from './key-source.js';
import {
  DeleteKeyInput,
  DeleteKeyPayload,
  GenerateKeyInput,
  GenerateKeyPayload,
  ImportKeyInput,
  ImportKeyPayload,
  IssuerKey,
  IssuerKeyConnection,
  toIssuerKey,
  UpdateKeyInput,
  UpdateKeyPayload,
} from './key.type.js';

type KeyInput = { readonly mount?: string | null; readonly type: KeySource } & TypedInput<typeof keyFields>;

@Resolver(() => IssuerKey)
export class IssuerKeyResolver {
  @Query(() => IssuerKeyConnection, { description: 'The keys of a certificate authority, oldest first.' })
  async issuerKeys(
    @Arg('mount', () => String, mountArgument) mount: string,
    @Arg('filter', () => IssuerKeyFilter, { nullable: true, description: 'Which items to list. Defaults to all.' })
    filter: IssuerKeyFilter | null,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: PkiContext,
  ) {
    const { keys, lists } = context.pki;
    const place = await keys.place(requireCaller(context), mount);
    return mapConnection(await lists.keysOfMount.connection(place, filter ?? {}, pageAsked(args)), toIssuerKey);
  }

  @Lookup(() => IssuerKey, { description: 'A key of a certificate authority.' })
  async issuerKey(
    @Arg('mount', () => String, mountArgument) mount: string,
    @Arg('reference', () => String, { description: 'Its identifier, its name, or `default`.' }) reference: string,
    @Ctx() context: PkiContext,
  ) {
    return whole(toIssuerKey(await context.pki.keys.read(requireCaller(context), mount, reference)));
  }

  @FieldResolver(() => Mount, {
    nullable: true,
    description: 'The certificate authority that it belongs to. Null if you may not read the certificate authority.',
  })
  async mount(@Root() { mountId }: IssuerKey, @Ctx() context: PkiContext) {
    const authority = await context.pki.load.authorityById.load(mountId);
    const row = authority && (await context.pki.visibleTo(requireCaller(context)).mount(authority.mount.path));
    return row && toMount(row);
  }

  @FieldResolver(() => IssuerConnection, {
    description: 'The issuers that sign with it, oldest first. Issuers are public.',
  })
  async issuers(@Root() key: IssuerKey, @Args(() => ConnectionArgs) args: ConnectionArgs, @Ctx() context: PkiContext) {
    const { lists } = context.pki.visibleTo(requireCaller(context));
    return mapConnection(await lists.issuersOfKey.connection(key, {}, pageAsked(args)), toIssuer);
  }

  @Mutation(() => GenerateKeyPayload, { description: 'Generates a key for issuers that are created later.' })
  generateKey(@Arg('input', () => GenerateKeyInput) input: KeyInput, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    return done(async () => {
      const given = givenOf(keyFields, input);
      const { key, privateKey } = await context.pki.keys.generate(caller, mountOf(input), input.type, given, context);
      return { issuerKey: whole(toIssuerKey(key)), privateKey };
    });
  }

  @Mutation(() => ImportKeyPayload, {
    description: 'Imports a private key. The issuers that it belongs to can then sign with it.',
  })
  importKey(@Arg('input', () => ImportKeyInput) input: ImportKeyInput, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    return done(async () => {
      const kept = await context.pki.keys.import(caller, mountOf(input), input.pemBundle, input.keyName ?? '');
      return { issuerKey: whole(toIssuerKey(kept.key)), isNew: kept.isNew };
    });
  }

  @Mutation(() => UpdateKeyPayload, { description: 'Renames a key.' })
  updateKey(@Arg('input', () => UpdateKeyInput) input: UpdateKeyInput, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    return payload('issuerKey', async () => {
      const { mount, reference } = await keyAt(input.key, context.pki);
      return whole(toIssuerKey(await context.pki.keys.rename(caller, mount, reference, input.keyName)));
    });
  }

  @Mutation(() => DeleteKeyPayload, {
    description: 'Deletes a key that no issuer uses. `deletedId` is null if there was no such key.',
  })
  deleteKey(@Arg('input', () => DeleteKeyInput) input: DeleteKeyInput, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    return done(async () => {
      const { mount, reference } = await keyAt(input.key, context.pki);
      return context.pki.keys.delete(caller, mount, reference);
    });
  }
}
