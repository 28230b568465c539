import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type AllowedMailServer = { address: string };
export type MailServerRefusal = { refusal: 'host_unknown' | 'address_forbidden' | 'port_forbidden'; detail: string };

export type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];
export type PortRange = { from: number; to: number };

export interface MailReach {
  /** Demo mode: loopback only, on any port. */
  onlyLoopback: boolean;
  networks: readonly Network[];
  ports: readonly PortRange[];
}

/** SMTP, submission (2525 where a provider blocks the others) and IMAP. */
const mailPorts = new Set([25, 465, 587, 2525, 143, 993]);

/** Instance metadata services outside the link-local range. */
const metadata = new Set(['100.100.100.200', '168.63.129.16', 'fd00:ec2::254']);

/** Always rejected: these address no host, or embed an IPv4 address. */
const neverHosts = new Set([
  'linkLocal',
  'unspecified',
  'broadcast',
  'multicast',
  'rfc6052',
  'rfc6145',
  '6to4',
  'teredo',
  'amt',
  'discard',
]);

const globalIPv6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** `10.0.0.0/8`, or one address. @throws if the text is neither */
export function parseNetwork(text: string): Network {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

export function parsePortRange(text: string): PortRange | undefined {
  const [, from = '', to = from] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text) ?? [];
  const range = { from: Number(from), to: Number(to) };
  return from !== '' && range.from >= 1 && range.from <= range.to && range.to <= 65_535 ? range : undefined;
}

/**
 * Connecting to the result prevents DNS rebinding. Rejects before any connection, so that errors
 * reveal nothing about internal hosts.
 */
export async function resolveMailHost(
  { host, port }: { host: string; port: number },
  reach: MailReach,
): Promise<AllowedMailServer | MailServerRefusal> {
  if (!isPortAllowed(port, reach)) return { refusal: 'port_forbidden', detail: `${host}:${port}` };
  const bare = host.trim().replace(/^\[(.*)\]$/, '$1');
  const addresses = isIP(bare) ? [bare] : await lookupAll(bare);
  if (addresses.length === 0) return { refusal: 'host_unknown', detail: host };
  const allowed = addresses.filter((address) => isAllowed(address, reach));
  const chosen = allowed.find((address) => isIP(address) === 4) ?? allowed[0];
  // The error does not reveal internal addresses.
  return chosen === undefined ? { refusal: 'address_forbidden', detail: host } : { address: chosen };
}

async function lookupAll(host: string): Promise<string[]> {
  if (!/^[\p{L}\p{N}._-]{1,253}$/u.test(host)) return [];
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch {
    return [];
  }
}

const isPortAllowed = (port: number, { onlyLoopback, ports }: MailReach): boolean =>
  onlyLoopback || mailPorts.has(port) || ports.some(({ from, to }) => port >= from && port <= to);

export function isInNetworks(address: string, networks: readonly Network[]): boolean {
  const parsed = ipaddr.process(address);
  if (neverHosts.has(parsed.range()) || metadata.has(parsed.toString())) return false;
  return networks.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits));
}

function isAllowed(address: string, { onlyLoopback, networks }: MailReach): boolean {
  // Checks IPv4-mapped addresses as IPv4. Only link-local addresses have a zone (fe80::1%eth0).
  const parsed = ipaddr.process(address);
  const range = parsed.range();
  if (onlyLoopback) return range === 'loopback';
  if (neverHosts.has(range) || metadata.has(parsed.toString())) return false;
  if (isInNetworks(address, networks)) return true;
  return range === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(globalIPv6));
}
