import { isIP } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';

/** Some proxies append the port in X-Forwarded-For, with IPv6 in brackets. */
const withPort = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?$/;

/** Client address without port; that of the connection if the proxy sent none. */
export function visitorAddress({ ip, raw }: FastifyRequest): string {
  const [, six, four] = withPort.exec(ip) ?? [];
  const address = six ?? four ?? ip;
  // The zone of a link-local address names an interface of this machine.
  return (isIP(address) ? address : (raw.socket.remoteAddress ?? '')).replace(/%.*$/, '');
}

/** Rate limit key: an IPv4 address, or a /64 of IPv6, which one household has. */
export const addressGroup = (address: string): string => normalizeIP(address, 64);
