import { implement } from '@orpc/server';
import { deliverability } from '@headwater/contract/deliverability';
import { checkDomain, type DomainCheck, judgeRate, namesToAsk } from '@headwater/domain/mail/deliverability';
import type { Actor } from '@headwater/domain/roles';
import { dayMs } from '@headwater/domain/time/durations';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { isLoopbackHost } from '#platform/loopback.ts';
import { listUnreadable } from '#modules/messaging/inbound/public.ts';
import { sendingRates } from '#modules/messaging/messages/public/sending.ts';
import { senderOf } from '#modules/messaging/channels/public.ts';
import { countMachineOpens } from '#modules/messaging/tracking/public.ts';
import type { DnsResolver } from './resolver-port.ts';

export interface DeliverabilityServices {
  database: Database;
  clock: Clock;
  resolver: DnsResolver;
  publicUrl: string;
}

const mostShown = 50;

const monthMs = 30 * dayMs;

async function checkSender(resolver: DnsResolver, domain: string, smtpHost: string): Promise<DomainCheck[]> {
  const answers = namesToAsk(domain, smtpHost).map(async (name) => [name, await resolver.txt(name)] as const);
  return checkDomain({ domain, smtpHost, txtRecords: new Map(await Promise.all(answers)) });
}

function publicAddress(publicUrl: string): 'ok' | 'local' | 'not_https' {
  const { hostname, protocol } = new URL(publicUrl);
  if (isLoopbackHost(hostname)) return 'local';
  // RFC 8058: mail services use one-click unsubscribe only over HTTPS.
  return protocol === 'https:' ? 'ok' : 'not_https';
}

export function deliverabilityRoutes({ database, clock, resolver, publicUrl }: DeliverabilityServices) {
  const api = implement(deliverability).$context<RequestContext>();
  const monthOf = (actor: Actor) =>
    database.readInCompany(actor.company.id, async (tx) => {
      const since = new Date(clock.now().getTime() - monthMs);
      return {
        sender: await senderOf(tx, actor.userId),
        rates: await sendingRates(tx, since),
        machines: await countMachineOpens(tx, since),
      };
    });
  return {
    get: api.get.handler(async ({ context: { actor } }) => {
      const { sender, rates, machines } = await monthOf(actor);
      const { sent, opened, replied, bounced, complained } = rates;
      const domain = sender?.address.split('@')[1]?.toLowerCase() ?? null;
      return {
        domain,
        // Outside the transaction, because name servers may be slow.
        checks: sender && domain ? await checkSender(resolver, domain, sender.smtpHost) : [],
        public_address: publicAddress(publicUrl),
        month: {
          sent,
          opened,
          opened_by_machine: machines,
          replied,
          bounced,
          bounces: judgeRate('bounces', bounced, sent),
          complained,
          complaints: judgeRate('complaints', complained, sent),
        },
      };
    }),
    unreadable: api.unreadable.handler(async ({ context: { actor } }) => {
      const companyId = actor.company.id;
      const rows = await database.readInCompany(companyId, (tx) => listUnreadable(tx, companyId, mostShown));
      return {
        results: rows.map(({ id, address, folder, remote_id, message_id, reason, received_at, noticed_at }) => ({
          id,
          mailbox: address,
          folder,
          remote_id,
          message_id,
          reason,
          received_at: received_at?.toISOString() ?? null,
          noticed_at: noticed_at.toISOString(),
        })),
      };
    }),
  };
}
