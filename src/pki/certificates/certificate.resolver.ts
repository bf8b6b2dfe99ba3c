import { Arg, Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import { requireCaller } from '../../identity/context.js';
import { ConnectionArgs, pageAsked } from '../../platform/graphql/connection.js';
import { SerialNumber } from '../../platform/graphql/scalars.js';
import type { PkiContext } from '../context.js';
import { mountArgument } from '../graphql/mount-argument.js';
import { Issuer, toIssuer } from '../issuers/issuer.type.js';
import { Certificate, CertificateConnection, CertificateFilter } from './certificate.type.js';
import type { StoredCertificate } from './certificates.js';

@Resolver(() => Certificate)
export class CertificateResolver {
  @Query(() => Certificate, {
    description: 'A stored certificate by its serial number. Certificates are public, whoever knows one may read it.',
  })
  certificate(
    @Arg('mount', () => String, mountArgument) mount: string,
    @Arg('serialNumber', () => String, { description: 'With colons, hyphens or nothing between the octets.' })
    serialNumber: string,
    @Ctx() context: PkiContext,
  ) {
    return context.pki.certificates.bySerial(mount, serialNumber);
  }

  @Query(() => CertificateConnection, { description: 'Stored certificates of a mount, newest first.' })
  certificates(
    @Arg('mount', () => String, mountArgument) mount: string,
    @Arg('filter', () => CertificateFilter, { nullable: true, description: 'Which; all unless said.' })
    filter: CertificateFilter | null,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: PkiContext,
  ) {
    const given = Object.entries(filter ?? {}).filter(([, value]) => value !== null && value !== undefined);
    return context.pki.certificates.search(requireCaller(context), mount, Object.fromEntries(given), pageAsked(args));
  }

  @Query(() => [SerialNumber], { description: 'The serial numbers of all stored certificates of a mount, in order.' })
  certificateSerialNumbers(@Arg('mount', () => String, mountArgument) mount: string, @Ctx() context: PkiContext) {
    return context.pki.certificates.serials(requireCaller(context), mount);
  }

  @FieldResolver(() => Issuer, { nullable: true, description: 'Its issuer; null where that was deleted.' })
  async issuer(@Root() { issuerId, mountPath }: StoredCertificate, @Ctx() context: PkiContext) {
    if (issuerId === null) return null;
    const found = (await context.pki.authorities.byPath(mountPath)).issuerById(issuerId);
    return found ? toIssuer(found) : null;
  }
}
