import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type GuardedAddress = { address: string };
export type GuardRefusal = { refusal: 'host_unknown' | 'address_forbidden'; detail: string };

/** Instance metadata services outside the link-local range. */
const METADATA = new Set(['100.100.100.200', '168.63.129.16', 'fd00:ec2::254']);

/**
 * Resolves a mail host once; the caller connects to the answer, so that a name cannot turn to another address in between.
 * Hosts are used as given, private networks included: a company's own mail server is often on one.
 * @param onlyLoopback demo mode: nothing but this machine
 */
export async function resolveMailHost(host: string, onlyLoopback: boolean): Promise<GuardedAddress | GuardRefusal> {
  const bare = host.trim().replace(/^\[(.*)\]$/, '$1');
  const addresses = isIP(bare) ? [bare] : await lookupAll(bare);
  if (addresses.length === 0) return { refusal: 'host_unknown', detail: host };
  const allowed = addresses.filter((address) => isAllowed(address, onlyLoopback));
  const chosen = allowed.find((address) => isIP(address) === 4) ?? allowed[0];
  return chosen === undefined ? { refusal: 'address_forbidden', detail: `${host} (${addresses[0]})` } : { address: chosen };
}

async function lookupAll(host: string): Promise<string[]> {
  if (!/^[\p{L}\p{N}._-]{1,253}$/u.test(host)) return [];
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch {
    return [];
  }
}

function isAllowed(address: string, onlyLoopback: boolean): boolean {
  const parsed = ipaddr.process(address);
  const range = parsed.range();
  if (onlyLoopback) return range === 'loopback';
  const forbidden = ['linkLocal', 'unspecified', 'broadcast', 'multicast', 'reserved'];
  return !forbidden.includes(range) && !METADATA.has(parsed.toString());
}
