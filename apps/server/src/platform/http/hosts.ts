import { domainToASCII } from 'node:url';
import type { FastifyRequest } from 'fastify';
import { AppError } from '#platform/errors.ts';
import { isLoopbackHost } from '#platform/loopback.ts';

/** Host names that requests may name; undefined: any. */
export type AllowedHosts = readonly string[] | undefined;

// Browsers send names of other alphabets in this form, and the dot at the end where it was typed.
const plain = (host: string) => (domainToASCII(host) || host.toLowerCase()).replace(/\.$/, '');

interface HostSettings {
  /** Listens on this machine alone. */
  loopback: boolean;
  url: string | undefined;
  /** Hosts of brandings; patterns (`*.ru`) name none. */
  brandingHosts: readonly string[];
}

/**
 * A page of somebody else's name that resolves to this machine (DNS rebinding) is of one origin with what answers there. So the names are fixed where
 * they are known: this machine's own, and those of the public address.
 */
export function allowedHosts({ loopback, url, brandingHosts }: HostSettings): AllowedHosts {
  if (url !== undefined) return [new URL(url).hostname, ...brandingHosts.filter((host) => !host.includes('*'))].map(plain);
  return loopback ? [] : undefined;
}

/** `authority`: with or without a port. */
function isAllowed(hosts: readonly string[], authority: string | undefined): boolean {
  if (!authority || !URL.canParse(`http://${authority}`)) return false;
  const host = plain(new URL(`http://${authority}`).hostname);
  return isLoopbackHost(host) || hosts.includes(host);
}

/** Throws where a request names another host. What a proxy says in X-Forwarded-Host is judged besides what it called this server itself. */
export function checkHost(request: FastifyRequest, hosts: AllowedHosts): void {
  if (hosts === undefined) return;
  if (!isAllowed(hosts, request.headers.host) || !isAllowed(hosts, request.host)) throw new AppError('wrong_host');
}
