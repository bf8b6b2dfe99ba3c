/**
 * Whether octets have the form of a point, compressed or not (SEC 1 2.3.3, RFC 5480 2.2): the point at infinity has another one, and so has a hybrid. OpenSSL
 * checks that the point is on the curve.
 * @param size octets of a number of the curve
 */
export function isPoint(octets: Buffer, size: number): boolean {
  const [form] = octets;
  return (form === 4 && octets.length === 1 + 2 * size) || ((form === 2 || form === 3) && octets.length === 1 + size);
}
