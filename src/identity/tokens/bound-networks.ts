import { BlockList, isIP } from 'node:net';
import { plainAddress, readCidr } from '../../platform/networks.js';

/** What cannot be read admits nobody. */
export function networksIn(texts: readonly string[]): BlockList {
  const list = new BlockList();
  for (const text of texts) {
    const network = readCidr(text);
    if (network) list.addSubnet(network.address, network.prefix, isIP(network.address) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}

export function isWithin(networks: Pick<BlockList, 'check'>, remoteAddress: string): boolean {
  const address = plainAddress(remoteAddress);
  return networks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
