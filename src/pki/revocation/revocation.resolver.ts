import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { requireCaller } from '../../identity/context.js';
import { ConnectionArgs, mapConnection, pageAsked } from '../../platform/graphql/connection.js';
import { Internal } from '../../platform/graphql/internal.js';
import { payload } from '../../platform/graphql/payload.js';
import { SerialNumber } from '../../platform/graphql/scalars.js';
import { afterValue, firstOfValues, pagesOfValues, valuesAsked } from '../../platform/graphql/values.js';
import { ofIssuer } from '../certificates/whose-certificate.js';
import type { PkiContext } from '../context.js';
import { crlGroupOf } from '../crls/crl-group.js';
import { done } from '../graphql/payloads.js';
import { issuerAt } from '../graphql/references.js';
import { mountArgument, mountOf } from '../graphql/mount-argument.js';
import { EndOcspDelegationPayload } from '../issuers/issuer-payloads.type.js';
import { Issuer, toIssuer } from '../issuers/issuer.type.js';
import { Certificate } from '../certificates/certificate.type.js';
import { Mount, toMount } from '../mounts/mount.type.js';
import type { RevocationOutcome } from './revocations.js';
import { encodePem } from '../x509/index.js';
import {
  DelegateOcspInput,
  DelegateOcspPayload,
  EndOcspDelegationInput,
  Revocation,
  RevocationConnection,
  RevocationFilter,
  RevocationOrder,
  RevokeCertificateInput,
  RevokeCertificatePayload,
  RevokeCertificateWithKeyInput,
  RevokeCertificateWithKeyPayload,
  toRevocation,
} from './revocation.type.js';

const toRevoked = ({ revocation, warnings, pending = false }: RevocationOutcome) => ({
  revocation: revocation && toRevocation(revocation),
  warnings,
  pending,
});

@Resolver(() => Revocation)
export class RevocationResolver {
  @Query(() => RevocationConnection, { description: 'Revoked certificates of a mount.' })
  async revocations(
    @Arg('mount', () => String, mountArgument) mount: string,
    @Arg('filter', () => RevocationFilter, { nullable: true, description: 'Which items to list. Defaults to all.' })
    filter: RevocationFilter | null,
    @Arg('orderBy', () => RevocationOrder, {
      defaultValue: { field: 'revokedAt', direction: 'DESC' } satisfies RevocationOrder,
      description: 'The sort order. Defaults to the time of revocation, newest first.',
    })
    { direction }: RevocationOrder,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: PkiContext,
  ) {
    const { revocations } = context.pki;
    const page = await revocations.connection(requireCaller(context), mount, pageAsked(args), filter ?? {}, direction);
    return mapConnection(page, toRevocation);
  }

  @Internal()
  @Query(() => [SerialNumber], {
    description: `The serial numbers of the revoked certificates of a mount, in the order of their text. ${pagesOfValues}`,
  })
  revokedSerialNumbers(
    @Arg('mount', () => String, mountArgument) mount: string,
    @Arg('first', firstOfValues.type, firstOfValues) first: number,
    @Arg('after', () => SerialNumber, afterValue) after: string | null,
    @Ctx() context: PkiContext,
  ) {
    return context.pki.revocations.serialNumbers(requireCaller(context), mount, valuesAsked(first, after));
  }

  @FieldResolver(() => Issuer, { nullable: true, description: 'The issuer whose CRLs list it.' })
  async issuer(@Root() { mountId, issuerId }: Revocation, @Ctx() { pki }: PkiContext) {
    const issuer = (await pki.load.authorityById.load(mountId))?.issuerById(issuerId);
    return issuer ? toIssuer(issuer) : null;
  }

  @FieldResolver(() => Boolean, {
    description:
      'Whether the complete CRL of its issuer lists it, or listed it until the certificate expired. False if the issuer is not in the mount.',
  })
  async published(@Root() { mountId, issuerId, ordinal }: Revocation, @Ctx() { pki }: PkiContext) {
    const authority = await pki.load.authorityById.load(mountId);
    const group = authority && crlGroupOf(authority, issuerId);
    const issuerIds = group?.members.map(({ id }) => id);
    const last = issuerIds && (await pki.load.lastCrl.load({ issuerIds, delta: false }));
    return last ? last.through >= ordinal : false;
  }

  @FieldResolver(() => Certificate, {
    nullable: true,
    description: 'The certificate. Null if it is not stored. Certificates are public.',
  })
  async certificate(@Root() { mountId, serialNumber, issuerId }: Revocation, @Ctx() { pki }: PkiContext) {
    const name = serialNumber.replaceAll(':', '');
    const [rows, authority] = await Promise.all([
      pki.load.certificatesNumbered.load({ mountId, name }),
      pki.load.authorityById.load(mountId),
    ]);
    if (authority === null) return null;
    const row = ofIssuer(authority, rows, issuerId) ?? ofIssuer(authority, rows, null);
    return row ? pki.certificates.shown(row, authority.mount.path) : null;
  }

  @FieldResolver(() => Mount, {
    nullable: true,
    description: 'The certificate authority that it belongs to. Null if you may not read the certificate authority.',
  })
  async mount(@Root() { mountId }: Revocation, @Ctx() context: PkiContext) {
    const authority = await context.pki.load.authorityById.load(mountId);
    const row = authority && (await context.pki.visibleTo(requireCaller(context)).mount(authority.mount.path));
    return row && toMount(row);
  }

  @Mutation(() => RevokeCertificatePayload, {
    description:
      'Revokes a certificate. This cannot be undone. The mutation returns when a CRL that lists the certificate is published, unless the mount rebuilds CRLs on a schedule. If the mount does not have the certificate and takes part in revocation requests, another mount revokes it where the caller may revoke, or the request waits. If the certificate is already revoked, it returns the first revocation.',
  })
  revokeCertificate(
    @Arg('input', () => RevokeCertificateInput) input: RevokeCertificateInput,
    @Ctx() context: PkiContext,
  ) {
    const caller = requireCaller(context);
    const { reason } = input;
    return done(async () => toRevoked(await context.pki.revocations.revoke(caller, mountOf(input), input, reason)));
  }

  @Mutation(() => RevokeCertificateWithKeyPayload, {
    description: 'Revokes a certificate. The caller uses the private key to prove that the certificate is their own.',
  })
  revokeCertificateWithKey(
    @Arg('input', () => RevokeCertificateWithKeyInput) input: RevokeCertificateWithKeyInput,
    @Ctx() context: PkiContext,
  ) {
    const caller = requireCaller(context);
    const { reason } = input;
    return done(async () =>
      toRevoked(await context.pki.revocations.revokeWithKey(caller, mountOf(input), input, reason)),
    );
  }

  @Mutation(() => DelegateOcspPayload, {
    description:
      'Creates a delegate: a key and a certificate that can only sign OCSP responses for an issuer. If the issuer already has a delegate, it is replaced.',
  })
  delegateOcsp(@Arg('input', () => DelegateOcspInput) input: DelegateOcspInput, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    return payload('ocspDelegation', async () => {
      const { mount, reference } = await issuerAt(input.issuer, context.pki);
      const made = await context.pki.ocspDelegates.delegate(caller, mount, reference);
      const certificate = encodePem('CERTIFICATE', made.certificate).trimEnd();
      return { issuerId: made.issuer.id, certificate, notAfter: made.notAfter };
    });
  }

  @Mutation(() => EndOcspDelegationPayload, {
    description: 'Removes the delegate of an issuer. The issuer then signs its OCSP responses itself again.',
  })
  endOcspDelegation(
    @Arg('input', () => EndOcspDelegationInput) input: EndOcspDelegationInput,
    @Ctx() context: PkiContext,
  ) {
    const caller = requireCaller(context);
    return payload('issuer', async () => {
      const { mount, reference } = await issuerAt(input.issuer, context.pki);
      return toIssuer(await context.pki.ocspDelegates.end(caller, mount, reference));
    });
  }
}
