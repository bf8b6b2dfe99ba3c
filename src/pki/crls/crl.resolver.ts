import { Arg, Ctx, Int, Mutation, Resolver } from 'type-graphql';
import { requireCaller } from '../../identity/context.js';
import { Lookup } from '../../platform/graphql/lookup.js';
import { payload } from '../../platform/graphql/payload.js';
import { problem } from '../../platform/problems.js';
import type { PkiContext } from '../context.js';
import { done } from '../graphql/payloads.js';
import { issuerAt } from '../graphql/references.js';
import { mountArgument, mountOf } from '../graphql/mount-argument.js';
import { publicOf } from '../graphql/public-of.js';
import {
  Crl,
  PublishedCrlType,
  ResignCrlsInput,
  ResignCrlsPayload,
  RotateCrlInput,
  RotateCrlPayload,
  SignRevocationListInput,
  SignRevocationListPayload,
  toCrl,
  toPublishedCrl,
} from './crl.type.js';
import type { AskedCrl } from './served-crls.js';
import type { ListParameters } from './signed-lists.js';

/** @throws INVALID_PARAMETER */
function wholeShard(shard: number, others: { readonly delta: boolean; readonly unified: boolean }): number {
  if (others.delta || others.unified)
    throw problem('INVALID_PARAMETER', 'a shard has neither a delta CRL nor a unified one', ['shard']);
  return shard;
}

const parametersOf = (input: ResignCrlsInput | SignRevocationListInput): ListParameters => ({
  crlNumber: input.crlNumber,
  deltaCrlBaseNumber: input.deltaCrlBaseNumber ?? -1n,
  nextUpdate: input.nextUpdate,
  format: input.format,
});

@Resolver(() => Crl)
export class CrlResolver {
  @Lookup(() => PublishedCrlType, {
    description: 'The CRL of an issuer as it is published. CRLs are public.',
  })
  async crl(
    @Arg('mount', () => String, mountArgument) mount: string,
    @Arg('issuer', () => String, { defaultValue: 'default', description: 'Its identifier, its name, or `default`.' })
    issuer: string,
    @Arg('delta', () => Boolean, {
      defaultValue: false,
      description: 'Whether to return the delta CRL instead of the complete one.',
    })
    delta: boolean,
    @Arg('unified', () => Boolean, {
      defaultValue: false,
      description:
        'Whether to return the unified CRL, with the revocations of all mounts that have this authority and take part (`CrlConfig.unifiedCrl`). If the mount itself does not, it is its own CRL.',
    })
    unified: boolean,
    @Arg('shard', () => Int, {
      nullable: true,
      description:
        'The number of a shard, from 0, to return the CRL that is only about certificates that name it. It is always complete. Defaults to the CRL for all certificates.',
    })
    shard: number | null | undefined,
    @Ctx() context: PkiContext,
  ) {
    const { pki } = context;
    const authority = await publicOf(context, () => pki.authorities.byPath(mount));
    const asked: AskedCrl =
      shard === null || shard === undefined
        ? { kind: delta ? 'delta' : 'complete', path: unified ? 'unified' : 'existing' }
        : { shard: wholeShard(shard, { delta, unified }) };
    const crl = await pki.servedCrls.current(authority, authority.issuer(issuer), asked);
    return crl ? toPublishedCrl(crl, pki.publicDocuments) : null;
  }

  @Mutation(() => RotateCrlPayload, {
    description: 'Builds and publishes new CRLs for all issuers of a mount immediately.',
  })
  rotateCrl(@Arg('input', () => RotateCrlInput) input: RotateCrlInput, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    return done(async () => {
      const kind = input.delta ? 'delta' : 'complete';
      const { crls, warnings } = await context.pki.crlRotation.rotate(caller, mountOf(input), kind);
      return { crls: crls.map(toCrl), warnings };
    });
  }

  @Mutation(() => ResignCrlsPayload, {
    description: 'Combines several CRLs of one issuer into one. The result is returned, but not published.',
  })
  resignCrls(@Arg('input', () => ResignCrlsInput) input: ResignCrlsInput, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    const parameters = { ...parametersOf(input), crls: input.crls };
    return done(async () => {
      const { mount, reference } = await issuerAt(input.issuer, context.pki);
      return context.pki.signedLists.resign(caller, mount, reference, parameters);
    });
  }

  @Mutation(() => SignRevocationListPayload, {
    description: 'Signs a CRL with the given entries and extensions. The result is returned, but not published.',
  })
  signRevocationList(
    @Arg('input', () => SignRevocationListInput) input: SignRevocationListInput,
    @Ctx() context: PkiContext,
  ) {
    const caller = requireCaller(context);
    const parameters = {
      ...parametersOf(input),
      revokedCerts: (input.revokedCerts ?? []).map(({ serialNumber, revokedAt, extensions }) => ({
        serialNumber,
        revokedAt: revokedAt ?? undefined,
        extensions: extensions ?? [],
      })),
      extensions: input.extensions ?? [],
    };
    return payload('crl', async () => {
      const { mount, reference } = await issuerAt(input.issuer, context.pki);
      return context.pki.signedLists.sign(caller, mount, reference, parameters);
    });
  }
}
