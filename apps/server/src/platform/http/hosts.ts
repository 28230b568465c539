import type { FastifyRequest } from 'fastify';
import { AppError } from '#platform/errors.ts';
import { isLoopbackHost } from '#platform/loopback.ts';
import { normalizeHost } from './branding.ts';

export type AllowedHosts = readonly string[] | undefined;

interface HostSettings {
  loopback: boolean;
  url: string | undefined;
  brandingHosts: readonly string[];
}

/** Prevents DNS rebinding: a foreign name that resolves to this server would share its origin. */
export function allowedHosts({ loopback, url, brandingHosts }: HostSettings): AllowedHosts {
  if (url !== undefined) return [new URL(url).hostname, ...brandingHosts.filter((host) => !host.includes('*'))].map(normalizeHost);
  return loopback ? [] : undefined;
}

function isAllowed(hosts: readonly string[], authority: string | undefined): boolean {
  if (!authority || !URL.canParse(`http://${authority}`)) return false;
  const host = normalizeHost(new URL(`http://${authority}`).hostname);
  return isLoopbackHost(host) || hosts.includes(host);
}

/** Throws for another host. Checks both Host and X-Forwarded-Host of a proxy. */
export function checkHost(request: FastifyRequest, hosts: AllowedHosts): void {
  if (hosts === undefined) return;
  if (!isAllowed(hosts, request.headers.host) || !isAllowed(hosts, request.host)) throw new AppError('wrong_host');
}
