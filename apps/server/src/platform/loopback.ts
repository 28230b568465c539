import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Rejects names that begin like an address, such as 127.0.0.1.example.com. */
export function isLoopbackAddress(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && loopback.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

export const isLoopbackHost = (host: string) => host === 'localhost' || isLoopbackAddress(host.replace(/^\[(.*)\]$/, '$1'));
