import { Resolver } from 'node:dns/promises';
import type { DnsResolver } from '#modules/messaging/deliverability/resolver-port.ts';

/** Answers that say that there is nothing, rather than that nobody could be asked. */
const nothing = new Set(['ENODATA', 'ENOTFOUND']);

/** The name servers of this machine. A person waits for the answer, so that a silent one is given up soon. */
export function createDnsResolver(): DnsResolver {
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  return {
    async txt(name) {
      try {
        return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
      } catch (error) {
        return nothing.has((error as NodeJS.ErrnoException).code ?? '') ? [] : null;
      }
    },
  };
}
