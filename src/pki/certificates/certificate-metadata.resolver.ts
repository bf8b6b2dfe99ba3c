import { Arg, Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import { requireCaller } from '../../identity/context.js';
import { ConnectionArgs, pageAsked } from '../../platform/graphql/connection.js';
import { whole } from '../../platform/graphql/guarded.js';
import { Internal } from '../../platform/graphql/internal.js';
import { Lookup } from '../../platform/graphql/lookup.js';
import { SerialNumber } from '../../platform/graphql/scalars.js';
import { afterValue, firstOfValues, pagesOfValues, valuesAsked } from '../../platform/graphql/values.js';
import type { PkiContext } from '../context.js';
import { mountArgument } from '../graphql/mount-argument.js';
import { Issuer, toIssuer } from '../issuers/issuer.type.js';
import type { SerialNumber as Serial } from '../x509/index.js';
import type { StoredCertificateMetadata } from './certificate-metadata.js';
import { CertificateMetadata, CertificateMetadataConnection } from './certificate-metadata.type.js';

@Resolver(() => CertificateMetadata)
export class CertificateMetadataResolver {
  @Lookup(() => CertificateMetadata, {
    description: 'Metadata of a certificate, by its serial number. The certificate need not be stored.',
  })
  async certificateMetadata(
    @Arg('mount', () => String, mountArgument) mount: string,
    @Arg('serialNumber', () => SerialNumber, { description: 'Serial number of the certificate.' })
    serialNumber: Serial,
    @Arg('issuer', () => String, {
      nullable: true,
      description:
        'Name or identifier of its issuer, if several issuers used the same serial number. Defaults to the issuer whose key is in the mount.',
    })
    issuer: string | null,
    @Ctx() context: PkiContext,
  ) {
    const { certificatesMetadata } = context.pki;
    return whole(await certificatesMetadata.bySerial(requireCaller(context), mount, serialNumber, issuer));
  }

  @Query(() => CertificateMetadataConnection, {
    description: 'Which certificates of a mount have metadata, newest first. You see the metadata that you may read.',
  })
  certificateMetadataEntries(
    @Arg('mount', () => String, mountArgument) mount: string,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: PkiContext,
  ) {
    return context.pki.certificatesMetadata.list(requireCaller(context), mount, pageAsked(args));
  }

  @Internal()
  @Query(() => [SerialNumber], {
    description: `The serial numbers of certificates of a mount that have metadata, in the order of their text. ${pagesOfValues}`,
  })
  certificateMetadataSerialNumbers(
    @Arg('mount', () => String, mountArgument) mount: string,
    @Arg('first', firstOfValues.type, firstOfValues) first: number,
    @Arg('after', () => SerialNumber, afterValue) after: string | null,
    @Ctx() context: PkiContext,
  ) {
    return context.pki.certificatesMetadata.serials(requireCaller(context), mount, valuesAsked(first, after));
  }

  @FieldResolver(() => String, { description: 'The metadata, in base64.' })
  metadata(@Root() metadata: StoredCertificateMetadata, @Ctx() context: PkiContext) {
    return context.pki.certificatesMetadata.opened(metadata);
  }

  @FieldResolver(() => Issuer, {
    nullable: true,
    description: 'The issuer of the certificate. Null if it was deleted.',
  })
  async issuer(@Root() { issuerId, mountPath }: StoredCertificateMetadata, @Ctx() context: PkiContext) {
    const found = (await context.pki.load.authority.load(mountPath))?.issuerById(issuerId);
    return found ? toIssuer(found) : null;
  }
}
