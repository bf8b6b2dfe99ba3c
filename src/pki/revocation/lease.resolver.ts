import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { requireCaller } from '../../identity/context.js';
import { Internal } from '../../platform/graphql/internal.js';
import { Lookup } from '../../platform/graphql/lookup.js';
import { payload } from '../../platform/graphql/payload.js';
import { done } from '../graphql/payloads.js';
import { problem } from '../../platform/problems.js';
import {
  afterValue,
  defaultValues,
  firstOfValues,
  mostValues,
  pagesOfValues,
  valuesAsked,
} from '../../platform/graphql/values.js';
import type { PkiContext } from '../context.js';
import {
  Lease,
  LeaseCount,
  leaseIdArgument,
  RevokeLeaseInput,
  RevokeLeasePayload,
  RevokeLeasesInput,
  RevokeLeasesPayload,
} from './lease.type.js';

const howMany = { ...firstOfValues, description: `How many. Defaults to ${defaultValues}, at most ${mostValues}.` };

/** @throws INVALID_PARAMETER */
function mostOf(atMost: number): number {
  if (atMost < 1 || atMost > mostValues)
    throw problem('INVALID_PARAMETER', `atMost must be from 1 to ${mostValues}`, ['atMost']);
  return atMost;
}

@Resolver(() => Lease)
export class LeaseResolver {
  @Lookup(() => Lease, { description: 'A lease of a certificate that was issued under a role with `generateLease`.' })
  lease(@Arg('leaseId', () => String, leaseIdArgument) leaseId: string, @Ctx() context: PkiContext) {
    return context.pki.leases.lookUp(requireCaller(context), leaseId);
  }

  @Internal()
  @Lookup(() => Lease, { description: 'A lease that somebody wants to renew.' })
  leaseToRenew(@Arg('leaseId', () => String, leaseIdArgument) leaseId: string, @Ctx() context: PkiContext) {
    return context.pki.leases.toRenew(requireCaller(context), leaseId);
  }

  @Query(() => [String], {
    description: `What is below a path in the ids of leases: its next parts, with a slash at the end, then the names of its own leases. ${pagesOfValues}`,
  })
  leaseKeys(
    @Arg('below', () => String, { description: 'The path, such as `pki/issue`. Empty for the beginning.' })
    below: string,
    @Arg('first', firstOfValues.type, firstOfValues) first: number,
    @Arg('after', () => String, afterValue) after: string | null,
    @Ctx() context: PkiContext,
  ) {
    return context.pki.leases.keys(requireCaller(context), below, valuesAsked(first, after));
  }

  @Query(() => [Lease], {
    description:
      'Irrevocable leases, whose certificates can never be revoked: those that end first come first, at most 10000.',
  })
  irrevocableLeases(@Arg('atMost', firstOfValues.type, howMany) atMost: number, @Ctx() context: PkiContext) {
    return context.pki.leases.irrevocable(requireCaller(context), mostOf(atMost));
  }

  @Query(() => [LeaseCount], {
    description: 'How many leases are irrevocable: one count for each mount that has some.',
  })
  irrevocableLeaseCounts(@Ctx() context: PkiContext) {
    return context.pki.leases.irrevocableCounts(requireCaller(context));
  }

  @Mutation(() => RevokeLeasePayload, {
    description: 'Ends a lease and revokes its certificate. `deletedId` is null if there was no such lease.',
  })
  revokeLease(@Arg('input', () => RevokeLeaseInput) input: RevokeLeaseInput, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    return payload('deletedId', () => context.pki.leases.revoke(caller, input.leaseId));
  }

  @Mutation(() => RevokeLeasesPayload, {
    description:
      'Ends all leases of a path and of those below it, and revokes their certificates: up to 50 at once, with `sync` up to 1000, those beyond in the background, which a warning tells. Requires `sudo`.',
  })
  revokeLeases(
    @Arg('input', () => RevokeLeasesInput) { prefix, force, sync }: RevokeLeasesInput,
    @Ctx() context: PkiContext,
  ) {
    const caller = requireCaller(context);
    const asked = { below: prefix, force: force === true, sync: sync === true };
    return done(() => context.pki.leases.revokeWithin(caller, asked));
  }
}
