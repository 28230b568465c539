import { isIP } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';

/** Some proxies write the port of the connection behind the address in X-Forwarded-For; IPv6 stands in brackets then. */
const withPort = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?$/;

/** The IP address that a request comes from; that of the connection where a proxy wrote none. A port is no part of it: each connection has another. */
export function visitorAddress({ ip, raw }: FastifyRequest): string {
  const [, six, four] = withPort.exec(ip) ?? [];
  const address = six ?? four ?? ip;
  // The zone of a link-local address names an interface of this machine.
  return (isIP(address) ? address : (raw.socket.remoteAddress ?? '')).replace(/%.*$/, '');
}

/** What is counted as one: an IPv4 address, or a /64 of IPv6, which a household or a server has whole. */
export const addressGroup = (address: string): string => normalizeIP(address, 64);
