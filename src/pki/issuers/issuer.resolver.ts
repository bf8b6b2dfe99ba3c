import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { requireCaller } from '../../identity/context.js';
import { ConnectionArgs, mapConnection, pageAsked } from '../../platform/graphql/connection.js';
import { ascending, keyset, number } from '../../platform/graphql/keyset.js';
import { whole, withFields } from '../../platform/graphql/guarded.js';
import { Lookup } from '../../platform/graphql/lookup.js';
import { pageOfWhole } from '../../platform/graphql/whole-list.js';
import { CertificateConnection } from '../certificates/certificate.type.js';
import type { PkiContext } from '../context.js';
import { crlGroupOf } from '../crls/crl-group.js';
import { Crl, toCrl } from '../crls/crl.type.js';
import { IssuerFilter } from '../graphql/filters.js';
import { done } from '../graphql/payloads.js';
import { issuerAt } from '../graphql/references.js';
import { mountArgument, mountOf } from '../graphql/mount-argument.js';
import { publicOf } from '../graphql/public-of.js';
import { IssuerKey, toIssuerKey } from '../keys/key.type.js';
import type { KeySource } from '../keys/key-source.js';
import { Mount, toMount } from '../mounts/mount.type.js';
import { mayReadIssuer } from '../read-rights.js';
import type { ImportedBundle as Imported } from './imports.js';
import type { GeneratedCsr as Csr } from './intermediates.js';
import { givenOf } from '../graphql/given.js';
import type { TypedInput } from '../graphql/given.js';
import { csrFields, rootFields } from '../policy/index.js';
import type { GeneratedRoot as Generated } from './roots.js';
import {
  CrossSignIntermediatePayload,
  DeleteIssuerPayload,
  DeleteRootPayload,
  GenerateIntermediatePayload,
  GenerateRootPayload,
  ImportIssuersPayload,
  ReplaceRootPayload,
  RevokeIssuerPayload,
  RotateRootPayload,
  UpdateIssuerPayload,
} from './issuer-payloads.type.js';
import {
  CrossSignIntermediateInput,
  DeleteIssuerInput,
  DeleteRootInput,
  GenerateIntermediateInput,
  GenerateRootInput,
  ImportIssuersInput,
  Issuer,
  IssuerConnection,
  ReplaceRootInput,
  RevokeIssuerInput,
  RotateRootInput,
  toIssuer,
  UpdateIssuerInput,
} from './issuer.type.js';

interface OnMount {
  readonly mount?: string | null;
}
type RootInput = OnMount &
  TypedInput<typeof rootFields> & { readonly type: KeySource; readonly underIssuers?: boolean | null };
type CsrInput = OnMount & TypedInput<typeof csrFields> & { readonly withoutCommonName?: boolean | null };

const presentRoot = ({ issuer, key, warnings, ...root }: Generated) => ({
  generatedRoot: { ...root, issuer: whole(toIssuer(issuer)), issuerKey: whole(toIssuerKey(key)) },
  warnings,
});
const presentCsr = ({ key, warnings, ...csr }: Csr) => ({
  generatedCsr: { ...csr, issuerKey: whole(toIssuerKey(key)) },
  warnings,
});

const uuids = (all: readonly { readonly uuid: string }[]) => all.map(({ uuid }) => uuid);
const presentImport = (bundle: Imported) => ({
  importedIssuers: uuids(bundle.importedIssuers),
  importedKeys: uuids(bundle.importedKeys),
  existingIssuers: uuids(bundle.existingIssuers),
  existingKeys: uuids(bundle.existingKeys),
  mapping: bundle.mapping.map(({ issuer, key }) => ({
    issuerId: issuer.id,
    issuerUuid: issuer.uuid,
    keyId: key?.id ?? null,
    keyUuid: key?.uuid ?? null,
  })),
  warnings: bundle.warnings,
});

/** A chain is in the order in which the operator wrote it. */
const inChain = keyset<{ readonly place: number }>({ place: ascending(number) });

@Resolver(() => Issuer)
export class IssuerResolver {
  @Query(() => IssuerConnection, {
    description:
      'The issuers of a certificate authority, oldest first. Certificates and names are public. Only callers who may read the issuer can see its settings.',
  })
  async issuers(
    @Arg('mount', () => String, mountArgument) mount: string,
    @Arg('filter', () => IssuerFilter, { nullable: true, description: 'Which items to list. Defaults to all.' })
    filter: IssuerFilter | null,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: PkiContext,
  ) {
    const { pki } = context;
    const place = await publicOf(context, () => pki.issuers.place(mount));
    return mapConnection(await pki.lists.issuersOfMount.connection(place, filter ?? {}, pageAsked(args)), toIssuer);
  }

  @Lookup(() => Issuer, { description: 'An issuer of a certificate authority.' })
  async issuer(
    @Arg('mount', () => String, mountArgument) mount: string,
    @Arg('reference', () => String, {
      defaultValue: 'default',
      description: 'Its identifier, its name, or `default`.',
    })
    reference: string,
    @Ctx() context: PkiContext,
  ) {
    return whole(toIssuer(await context.pki.issuers.read(requireCaller(context), mount, reference)));
  }

  @FieldResolver(() => IssuerKey, {
    nullable: true,
    description: 'Its key, without the private part. Null if the key is not in the mount.',
  })
  async key(@Root() issuer: Issuer, @Ctx() context: PkiContext) {
    const key = issuer.keyId === null ? null : await context.pki.load.key.load(issuer.keyId);
    if (!key) return null;
    // Readers of an issuer also see the name of its key.
    return (await mayReadIssuer(issuer, context)) ? withFields(toIssuerKey(key), 'name') : toIssuerKey(key);
  }

  @FieldResolver(() => IssuerConnection, {
    description:
      'The chain that an operator set, beginning with this issuer. Empty if the chain is built from signatures.',
  })
  async manualChain(
    @Root() { manualChainIds, mountPath }: Issuer,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() { pki }: PkiContext,
  ) {
    const page = pageAsked(args);
    const authority = manualChainIds.length === 0 ? null : await pki.load.authority.load(mountPath);
    const chain = manualChainIds.flatMap((id, place) => {
      const issuer = authority?.issuerById(id);
      return issuer ? { place, issuer } : [];
    });
    return mapConnection(pageOfWhole(inChain, page, chain), ({ issuer }) => toIssuer(issuer));
  }

  @FieldResolver(() => Mount, {
    nullable: true,
    description: 'The certificate authority that it belongs to. Null if you may not read the certificate authority.',
  })
  async mount(@Root() { mountPath }: Issuer, @Ctx() context: PkiContext) {
    const row = await context.pki.visibleTo(requireCaller(context)).mount(mountPath);
    return row && toMount(row);
  }

  @FieldResolver(() => CertificateConnection, {
    nullable: true,
    description: 'The stored certificates that it issued, those that expire last first. Null if you may not list them.',
  })
  certificates(@Root() issuer: Issuer, @Args(() => ConnectionArgs) args: ConnectionArgs, @Ctx() context: PkiContext) {
    const visible = context.pki.visibleTo(requireCaller(context));
    return visible.listed(issuer.mountPath, 'certs', () =>
      visible.lists.certificatesOfIssuer.connection(issuer, {}, pageAsked(args)),
    );
  }

  @FieldResolver(() => Crl, {
    nullable: true,
    description: 'Its latest CRL, without the content. Null if there is none yet. CRLs are public.',
  })
  async crl(
    @Root() { id, mountPath }: Issuer,
    @Arg('delta', () => Boolean, {
      defaultValue: false,
      description: 'Whether to return the delta CRL instead of the complete one.',
    })
    delta: boolean,
    @Ctx() { pki }: PkiContext,
  ) {
    const authority = await pki.load.authority.load(mountPath);
    const group = authority && crlGroupOf(authority, id);
    if (!group || (delta && !authority.mount.crl.enableDelta)) return null;
    const head = await pki.load.lastCrl.load({ issuerIds: group.members.map((member) => member.id), delta });
    return head && toCrl(head);
  }

  @Mutation(() => GenerateRootPayload, { description: 'Generates a root: a key and a self-signed certificate.' })
  generateRoot(@Arg('input', () => GenerateRootInput) input: RootInput, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    return done(async () =>
      presentRoot(
        await context.pki.roots.generate(caller, mountOf(input), input.type, givenOf(rootFields, input), {
          underIssuers: input.underIssuers,
          request: context,
        }),
      ),
    );
  }

  @Mutation(() => RotateRootPayload, {
    description: 'Generates another root, which can replace the default issuer later.',
  })
  rotateRoot(@Arg('input', () => RotateRootInput) input: RootInput, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    return done(async () =>
      presentRoot(
        await context.pki.roots.rotate(caller, mountOf(input), input.type, givenOf(rootFields, input), context),
      ),
    );
  }

  @Mutation(() => ReplaceRootPayload, { description: 'Makes another issuer the default issuer.' })
  replaceRoot(@Arg('input', () => ReplaceRootInput) input: ReplaceRootInput, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    return done(async () => {
      const replaced = await context.pki.roots.replace(caller, mountOf(input), input.default ?? '');
      const { defaultIssuer } = replaced.authority;
      const { defaultFollowsLatestIssuer } = replaced;
      return { issuer: defaultIssuer ? toIssuer(defaultIssuer) : null, defaultFollowsLatestIssuer };
    });
  }

  @Mutation(() => DeleteRootPayload, { description: 'Deletes every issuer and every key of a mount.' })
  deleteRoot(@Arg('input', () => DeleteRootInput) input: DeleteRootInput, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    return done(async () => ({ warnings: await context.pki.roots.deleteAll(caller, mountOf(input)) }));
  }

  @Mutation(() => GenerateIntermediatePayload, {
    description: 'Generates a key and a signing request for an intermediate authority.',
  })
  generateIntermediate(
    @Arg('input', () => GenerateIntermediateInput)
    input: CsrInput & { readonly type: KeySource; readonly underIssuers?: boolean | null },
    @Ctx() context: PkiContext,
  ) {
    const caller = requireCaller(context);
    return done(async () =>
      presentCsr(
        await context.pki.intermediates.generate(caller, mountOf(input), input.type, givenOf(csrFields, input), {
          underIssuers: input.underIssuers,
          unnamed: input.withoutCommonName,
          request: context,
        }),
      ),
    );
  }

  @Mutation(() => CrossSignIntermediatePayload, {
    description:
      'Creates a signing request with a key of the mount. Another certificate authority can then certify this key too.',
  })
  crossSignIntermediate(@Arg('input', () => CrossSignIntermediateInput) input: CsrInput, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    return done(async () =>
      presentCsr(
        await context.pki.intermediates.crossSign(caller, mountOf(input), givenOf(csrFields, input), {
          unnamed: input.withoutCommonName,
        }),
      ),
    );
  }

  @Mutation(() => ImportIssuersPayload, { description: 'Imports CA certificates and keys.' })
  importIssuers(@Arg('input', () => ImportIssuersInput) input: ImportIssuersInput, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    return done(async () =>
      presentImport(await context.pki.imports.import(caller, mountOf(input), input.way, input.pemBundle)),
    );
  }

  @Mutation(() => UpdateIssuerPayload, { description: 'Changes an issuer.' })
  updateIssuer(@Arg('input', () => UpdateIssuerInput) input: UpdateIssuerInput, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    const capability = input.asPatch === true ? 'patch' : 'update';
    return done(async () => {
      const { mount, reference } = await issuerAt(input.issuer, context.pki);
      const { issuer, warnings } = await context.pki.issuers.update(caller, mount, reference, input, capability);
      return { issuer: whole(toIssuer(issuer)), warnings };
    });
  }

  @Mutation(() => RevokeIssuerPayload, {
    description:
      'Revokes an issuer: it no longer issues certificates. If another issuer of the mount signed it, the CRL of that issuer lists it.',
  })
  revokeIssuer(@Arg('input', () => RevokeIssuerInput) input: RevokeIssuerInput, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    return done(async () => {
      const { mount, reference } = await issuerAt(input.issuer, context.pki);
      const { issuer, warnings } = await context.pki.issuers.revoke(caller, mount, reference);
      return { issuer: whole(toIssuer(issuer)), warnings };
    });
  }

  @Mutation(() => DeleteIssuerPayload, { description: 'Deletes an issuer. Its key is not deleted.' })
  deleteIssuer(@Arg('input', () => DeleteIssuerInput) input: DeleteIssuerInput, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    return done(async () => {
      const { mount, reference } = await issuerAt(input.issuer, context.pki);
      return context.pki.issuers.delete(caller, mount, reference);
    });
  }
}
