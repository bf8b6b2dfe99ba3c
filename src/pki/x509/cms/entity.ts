import type { Certificate } from '../certificate.js';
import { contextPrimitive, encode, sequence } from '../der-writer.js';
import type { DerValue } from '../der-reader.js';
import { Name } from '../name.js';
import { encodeSerialNumber, readSerialNumber, type SerialNumber } from '../serial-number.js';

/** How a message names the certificate of who signed it or may read it (RFC 5652 5.3, 6.2.1). */
export type EntityIdentifier =
  | { readonly issuer: Name; readonly serialNumber: SerialNumber }
  | { readonly keyIdentifier: Buffer };

/** What an identifier is compared with. */
export type Identified = Pick<Certificate, 'issuer' | 'serialNumber'> & {
  readonly extensions: Pick<Certificate['extensions'], 'subjectKeyIdentifier'>;
};

export const issuerAndSerial = ({ issuer, serialNumber }: Pick<Certificate, 'issuer' | 'serialNumber'>) => ({
  issuer,
  serialNumber,
});

export function readIssuerAndSerial(value: DerValue): EntityIdentifier {
  const fields = value.fields();
  const issuer = Name.read(fields.next('issuer'));
  const serialNumber = readSerialNumber(fields.next('serial number'));
  fields.end();
  return { issuer, serialNumber };
}

export const readEntity = (value: DerValue): EntityIdentifier =>
  value.tag === contextPrimitive(0) ? { keyIdentifier: value.octets(contextPrimitive(0)) } : readIssuerAndSerial(value);

export const encodeEntity = (entity: EntityIdentifier): Buffer =>
  'keyIdentifier' in entity
    ? encode(contextPrimitive(0), entity.keyIdentifier)
    : sequence(entity.issuer.der, encodeSerialNumber(entity.serialNumber));

/** Whether a certificate is the one that is meant. */
export function identifies(entity: EntityIdentifier, certificate: Identified): boolean {
  if ('keyIdentifier' in entity)
    return certificate.extensions.subjectKeyIdentifier?.equals(entity.keyIdentifier) === true;
  return entity.serialNumber === certificate.serialNumber && entity.issuer.equals(certificate.issuer);
}
