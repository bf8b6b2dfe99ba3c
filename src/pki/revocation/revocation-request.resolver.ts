import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { requireCaller } from '../../identity/context.js';
import { ConnectionArgs, pageAsked } from '../../platform/graphql/connection.js';
import { Internal } from '../../platform/graphql/internal.js';
import { payload } from '../../platform/graphql/payload.js';
import { JSONScalar, SerialNumber } from '../../platform/graphql/scalars.js';
import { afterValue, firstOfValues, pagesOfValues, valuesAsked } from '../../platform/graphql/values.js';
import type { PkiContext } from '../context.js';
import { mountArgument, mountOf } from '../graphql/mount-argument.js';
import {
  DismissRevocationRequestInput,
  DismissRevocationRequestPayload,
  RevocationRequestConnection,
  UnifiedRevocationConnection,
} from './revocation-request.type.js';

/** What mounts do for one another: revocations that wait, and those of unified CRLs. */
@Resolver()
export class RevocationRequestResolver {
  @Query(() => RevocationRequestConnection, {
    description:
      'Revocations that wait: those that were asked of a mount for certificates that it does not have, and those that were asked of other mounts for its certificates, in the order of their serial numbers. `revokeCertificate` in the mount that has the certificate does what is asked, and `dismissRevocationRequest` refuses it. None if the mount does not take part (`CrlConfig.crossClusterRevocation`).',
  })
  revocationRequests(
    @Arg('mount', () => String, mountArgument) mount: string,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: PkiContext,
  ) {
    return context.pki.revocationRequests.connection(requireCaller(context), mount, pageAsked(args));
  }

  @Query(() => UnifiedRevocationConnection, {
    description:
      'Certificates on the unified CRLs of a mount, revoked by any mount that has the same authority and takes part, in the order of their serial numbers. None if the mount does not take part.',
  })
  unifiedRevocations(
    @Arg('mount', () => String, mountArgument) mount: string,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: PkiContext,
  ) {
    return context.pki.unifiedRevocations.connection(requireCaller(context), mount, pageAsked(args));
  }

  @Internal()
  @Query(() => JSONScalar, {
    description: `The list in which REST shows \`revocationRequests\`: for each serial number, in order, the accessor of a mount that was asked. ${pagesOfValues}`,
  })
  async revocationRequestAccessors(
    @Arg('mount', () => String, mountArgument) mount: string,
    @Arg('first', firstOfValues.type, firstOfValues) first: number,
    @Arg('after', () => SerialNumber, afterValue) after: string | null,
    @Ctx() context: PkiContext,
  ) {
    const { revocationRequests } = context.pki;
    return [...(await revocationRequests.accessors(requireCaller(context), mount, valuesAsked(first, after)))];
  }

  @Internal()
  @Query(() => JSONScalar, {
    description: `The list in which REST shows \`unifiedRevocations\`: for each serial number, in order, the accessors of the mounts that revoked it. ${pagesOfValues}`,
  })
  async unifiedRevocationAccessors(
    @Arg('mount', () => String, mountArgument) mount: string,
    @Arg('first', firstOfValues.type, firstOfValues) first: number,
    @Arg('after', () => SerialNumber, afterValue) after: string | null,
    @Ctx() context: PkiContext,
  ) {
    const { unifiedRevocations } = context.pki;
    const page = await unifiedRevocations.page(requireCaller(context), mount, valuesAsked(first, after));
    return page.map(({ serialNumber, mountAccessors }) => [serialNumber, mountAccessors] as const);
  }

  @Mutation(() => DismissRevocationRequestPayload, {
    description:
      'Dismisses what waits for a certificate: requests of other mounts, in the mount that has it, or those of a mount itself. Nothing is revoked. Who may revoke in the mount may do so; it can be asked again.',
  })
  dismissRevocationRequest(
    @Arg('input', () => DismissRevocationRequestInput) input: DismissRevocationRequestInput,
    @Ctx() context: PkiContext,
  ) {
    const caller = requireCaller(context);
    const { revocationRequests } = context.pki;
    return payload('serialNumber', () => revocationRequests.dismiss(caller, mountOf(input), input.serialNumber));
  }
}
