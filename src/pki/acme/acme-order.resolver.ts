import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { Certificate } from '../certificates/certificate.type.js';
import type { PkiContext } from '../context.js';
import { AcmeOrder } from './acme-record.type.js';

@Resolver(() => AcmeOrder)
export class AcmeOrderResolver {
  @FieldResolver(() => Certificate, {
    nullable: true,
    description: 'The certificate that was issued for it. Null before, and once it is not stored any more.',
  })
  async certificate(@Root() { certificateId }: AcmeOrder, @Ctx() { pki }: PkiContext) {
    const row = certificateId === null ? null : await pki.load.certificate.load(certificateId);
    const authority = row && (await pki.load.authorityById.load(row.mountId));
    return row && authority ? pki.certificates.shown(row, authority.mount.path) : null;
  }
}
