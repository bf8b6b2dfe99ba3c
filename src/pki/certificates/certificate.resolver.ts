import { Arg, Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import { requireCaller } from '../../identity/context.js';
import { ConnectionArgs, pageAsked } from '../../platform/graphql/connection.js';
import { Lookup } from '../../platform/graphql/lookup.js';
import { whole } from '../../platform/graphql/guarded.js';
import { Internal } from '../../platform/graphql/internal.js';
import { JSONScalar, SerialNumber } from '../../platform/graphql/scalars.js';
import { afterValue, firstOfValues, pagesOfValues, valuesAsked } from '../../platform/graphql/values.js';
import type { PkiContext } from '../context.js';
import { mountArgument } from '../graphql/mount-argument.js';
import { publicOf } from '../graphql/public-of.js';
import { Issuer, toIssuer } from '../issuers/issuer.type.js';
import { Mount, toMount } from '../mounts/mount.type.js';
import { Revocation, toRevocation } from '../revocation/revocation.type.js';
import { Role, toRole } from '../roles/role.type.js';
import { CertificateMetadata } from './certificate-metadata.type.js';
import { certificateDetails } from './certificate-details.js';
import type { CertificateOrder } from './certificate.store.js';
import { Certificate, CertificateConnection, CertificateFilter, CertificateOrderType } from './certificate.type.js';
import type { StoredCertificate } from './certificates.js';

@Resolver(() => Certificate)
export class CertificateResolver {
  @Lookup(() => Certificate, {
    description:
      'A stored certificate, by its serial number. Certificates are public: every caller who knows the serial number may read it.',
  })
  certificate(
    @Arg('mount', () => String, mountArgument) mount: string,
    @Arg('serialNumber', () => SerialNumber, { description: 'Its serial number.' })
    serialNumber: string,
    @Arg('issuer', () => String, {
      nullable: true,
      description:
        'Name or identifier of its issuer, if several issuers used the same serial number. Defaults to the issuer whose key is in the mount.',
    })
    issuer: string | null,
    @Ctx() context: PkiContext,
  ) {
    return publicOf(context, () => context.pki.certificates.bySerial(mount, serialNumber, issuer));
  }

  @Query(() => CertificateConnection, { description: 'Stored certificates of a mount.' })
  certificates(
    @Arg('mount', () => String, mountArgument) mount: string,
    @Arg('filter', () => CertificateFilter, { nullable: true, description: 'Which items to list. Defaults to all.' })
    filter: CertificateFilter | null,
    @Arg('orderBy', () => CertificateOrderType, {
      defaultValue: { field: 'issuedAt', direction: 'DESC' } satisfies CertificateOrder,
      description: 'The sort order. Defaults to the time of issuance, newest first.',
    })
    orderBy: CertificateOrder,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: PkiContext,
  ) {
    const given = Object.entries(filter ?? {}).filter(([, value]) => value !== null && value !== undefined);
    return context.pki.certificates.search(
      requireCaller(context),
      mount,
      Object.fromEntries(given),
      orderBy,
      pageAsked(args),
    );
  }

  @Internal()
  @Query(() => [SerialNumber], {
    description: `The serial numbers of the stored certificates of a mount, in the order of their text. ${pagesOfValues}`,
  })
  certificateSerialNumbers(
    @Arg('mount', () => String, mountArgument) mount: string,
    @Arg('first', firstOfValues.type, firstOfValues) first: number,
    @Arg('after', () => SerialNumber, afterValue) after: string | null,
    @Ctx() context: PkiContext,
  ) {
    return context.pki.certificates.serials(requireCaller(context), mount, valuesAsked(first, after));
  }

  @Internal()
  @Query(() => JSONScalar, {
    description: `The list in which REST says what is in the stored certificates of a mount, in the order of their serial numbers. ${pagesOfValues}`,
  })
  async certificateDetails(
    @Arg('mount', () => String, mountArgument) mount: string,
    @Arg('first', firstOfValues.type, firstOfValues) first: number,
    @Arg('after', () => SerialNumber, {
      nullable: true,
      description: 'Only those after this one. Give the last serial number of the previous page.',
    })
    after: string | null,
    @Ctx() context: PkiContext,
  ) {
    const { certificates, load } = context.pki;
    const stored = await certificates.bySerials(requireCaller(context), mount, valuesAsked(first, after));
    return Promise.all(stored.map(async (each) => certificateDetails(each, await load.content.load(each))));
  }

  @FieldResolver(() => Issuer, { nullable: true, description: 'Its issuer. Null if the issuer was deleted.' })
  async issuer(@Root() { issuerId, mountPath }: StoredCertificate, @Ctx() context: PkiContext) {
    if (issuerId === null) return null;
    const found = (await context.pki.load.authority.load(mountPath))?.issuerById(issuerId);
    return found ? toIssuer(found) : null;
  }

  @FieldResolver(() => Role, {
    nullable: true,
    description:
      'The role that it was issued under. Null if there was none, if the role was deleted, or if you may not read it.',
  })
  async role(@Root() { roleName, mountPath }: StoredCertificate, @Ctx() context: PkiContext) {
    if (roleName === null) return null;
    const found = await context.pki.visibleTo(requireCaller(context)).role(mountPath, roleName);
    return found && whole(toRole(found));
  }

  @FieldResolver(() => Mount, {
    nullable: true,
    description: 'The certificate authority that it belongs to. Null if you may not read the certificate authority.',
  })
  async mount(@Root() { mountPath }: StoredCertificate, @Ctx() context: PkiContext) {
    const row = await context.pki.visibleTo(requireCaller(context)).mount(mountPath);
    return row && toMount(row);
  }

  @FieldResolver(() => Revocation, {
    nullable: true,
    description: 'Its revocation. Null if it is not revoked, or if you may not list revocations.',
  })
  async revocation(@Root() { serialNumber, issuerId, mountPath }: StoredCertificate, @Ctx() context: PkiContext) {
    const found = await context.pki.visibleTo(requireCaller(context)).revocation(mountPath, serialNumber, issuerId);
    return found && toRevocation(found);
  }

  @FieldResolver(() => CertificateMetadata, {
    nullable: true,
    description: 'Metadata that was given with its request. Null if there is none, or if you may not read it.',
  })
  async metadata(@Root() { serialNumber, issuerId, mountPath }: StoredCertificate, @Ctx() context: PkiContext) {
    const found = await context.pki.visibleTo(requireCaller(context)).metadata(mountPath, serialNumber, issuerId);
    return found && whole(context.pki.certificatesMetadata.shown(found, mountPath));
  }
}
