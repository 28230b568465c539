import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether an address is of this machine alone. A name that only begins like one (127.0.0.1.example.com) is none. */
export function isLoopbackAddress(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && loopback.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/** The same for the host of an address, which names IPv6 in brackets. */
export const isLoopbackHost = (host: string) => host === 'localhost' || isLoopbackAddress(host.replace(/^\[(.*)\]$/, '$1'));
