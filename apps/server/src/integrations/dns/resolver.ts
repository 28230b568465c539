import { Resolver } from 'node:dns/promises';
import type { DnsResolver } from '#modules/messaging/deliverability/resolver-port.ts';

const nothing = new Set(['ENODATA', 'ENOTFOUND']);

async function answerOf<One>(answer: Promise<One[]>): Promise<One[] | null> {
  try {
    return await answer;
  } catch (error) {
    return nothing.has((error as NodeJS.ErrnoException).code ?? '') ? [] : null;
  }
}

/** Uses the name servers of this machine. A user waits, so timeouts are short. */
export function createDnsResolver(): DnsResolver {
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  return {
    async txt(name) {
      return (await answerOf(resolver.resolveTxt(name)))?.map((parts) => parts.join('')) ?? null;
    },
    async takesMail(name) {
      const servers = await answerOf(resolver.resolveMx(name));
      if (servers === null) return null;
      // RFC 7505: an MX without a name means that the domain accepts no mail.
      if (servers.length > 0) return servers.some(({ exchange }) => exchange !== '' && exchange !== '.');
      const addresses = await Promise.all([answerOf(resolver.resolve4(name)), answerOf(resolver.resolve6(name))]);
      if (addresses.some((found) => found !== null && found.length > 0)) return true;
      return addresses.includes(null) ? null : false;
    },
  };
}
