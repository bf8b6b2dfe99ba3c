import type { Authority, AuthorityIssuer } from '../issuers/authority.js';
import { isIssuedBy } from '../x509/index.js';

const mostChains = 8;
const longestChain = 10;

const known = new WeakMap<AuthorityIssuer, readonly (readonly string[])[]>();

/**
 * The chains of what an issuer signs, each in PEM and without a root, the usual one first (RFC 8555 §7.4.2). An issuer that is itself a root stands in its chain:
 * clients want something above the certificate. Others with its name and key are other chains, and so is each way up.
 */
export function chainsAbove(issuer: AuthorityIssuer, authority: Authority): readonly (readonly string[])[] {
  const before = known.get(issuer);
  if (before) return before;
  const chains = new Map<string, readonly string[]>();
  for (const path of [usualPath(issuer), ...everyPath(issuer, authority)]) {
    if (chains.size >= mostChains) break;
    const above = path.filter((each) => !each.isRoot);
    const pem = (above.length === 0 ? path.slice(0, 1) : above).map((each) => each.pem);
    const name = pem.join('');
    if (!chains.has(name)) chains.set(name, pem);
  }
  const all = [...chains.values()];
  known.set(issuer, all);
  return all;
}

/** As an operator set it, or one way up of the chain that was built. */
function usualPath(issuer: AuthorityIssuer): readonly AuthorityIssuer[] {
  if (issuer.manualChain.length > 0) return issuer.chain;
  const path = [issuer];
  for (let last = issuer; !last.isRoot && path.length < longestChain;) {
    const { certificate } = last;
    const above = issuer.chain.find((each) => !path.includes(each) && isIssuedBy(certificate, each.certificate));
    if (!above) break;
    path.push(above);
    last = above;
  }
  return path;
}

function everyPath(issuer: AuthorityIssuer, authority: Authority): readonly (readonly AuthorityIssuer[])[] {
  const { subject, publicKey } = issuer.certificate;
  const same = authority
    .issuersNamed(subject.der)
    .filter((each) => each.certificate.publicKey.der.equals(publicKey.der));
  const found: (readonly AuthorityIssuer[])[] = [];
  const open: AuthorityIssuer[][] = same.map((each) => [each]);
  for (let path = open.shift(); path && found.length < mostChains; path = open.shift()) {
    const last = path.at(-1);
    if (!last) continue;
    const inPath = path;
    const above =
      last.isRoot || path.length >= longestChain
        ? []
        : authority
            .issuersNamed(last.certificate.issuer.der)
            .slice(0, mostChains)
            .filter((each) => !inPath.includes(each) && isIssuedBy(last.certificate, each.certificate));
    if (above.length === 0) found.push(path);
    else if (open.length < 100) open.push(...above.map((each) => [...inPath, each]));
  }
  return found;
}
