import type { MessageKey } from '@headwater/contract/errors';
import type { ErrorReason } from '@headwater/domain/outreach/message-status';
import type { SuppressionReason } from '@headwater/domain/outreach/suppression';
import type { Signer } from '#platform/crypto/signing.ts';
import { isLoopbackHost } from '#platform/loopback.ts';
import { type CompanyMessaging, findCompanyMessaging } from '#modules/messaging/settings/public.ts';
import type { LeavingMessage, OutboundDecision, OutboundPolicy } from '#modules/messaging/messages/public/sending.ts';
import { type Registry, unsubscribedBy, writeToken } from '#modules/messaging/suppressions/public.ts';
import { trackHtml } from './add-tracking.ts';
import { withUnsubscribe } from './add-unsubscribe.ts';
import { eventsOfMessage } from './message-activity.ts';

export interface OutboundPolicyServices {
  registry: Registry;
  signing(): Promise<Signer>;
  /** Public URL without a trailing slash. */
  publicUrl: string;
  /** In demo mode no message leaves this machine. */
  staysHere: boolean;
}

const refusals: Record<SuppressionReason, { refusal: ErrorReason; detail: MessageKey }> = {
  unsubscribed: { refusal: 'unsunscribed', detail: 'address_unsubscribed' },
  complaint: { refusal: 'unsunscribed', detail: 'address_complaint' },
  manual: { refusal: 'unsunscribed', detail: 'address_suppressed' },
  bounce: { refusal: 'bounce', detail: 'address_bounced' },
};

export function createOutboundPolicy({ registry, signing, publicUrl, staysHere }: OutboundPolicyServices): OutboundPolicy {
  const host = new URL(publicUrl).hostname;

  const decorated = async (leaving: LeavingMessage, settings: CompanyMessaging): Promise<OutboundDecision> => {
    const signer = await signing();
    const { id: messageId, companyId, email, type } = leaving;
    const hash = await registry.hashOf(companyId, email);
    const address = `${publicUrl}/api/v6/messaging/unsubscribe/${writeToken(signer, { companyId, hash, messageId })}/`;
    // A loopback address gives broken links in messages. A local mail server may be a relay.
    const isReachable = !isLoopbackHost(host) || staysHere;
    const always = isReachable && type !== 'single' && settings.unsubscribe_link;
    const tracked = {
      companyId,
      messageId,
      publicUrl,
      opens: isReachable && settings.track_opens,
      clicks: isReachable && settings.track_clicks,
    };
    return {
      refusal: null,
      decorate(mail) {
        const out = withUnsubscribe(mail, address, { always });
        return out.html === null ? out : { ...out, html: trackHtml(out.html, signer, tracked) };
      },
    };
  };

  const reasonsOf: OutboundPolicy['suppressed'] = async (tx, companyId, people) =>
    new Map([...(await registry.suppressedAmong(tx, companyId, people))].map(([email, { reason }]) => [email, reason]));

  return {
    async prepare(tx, leaving) {
      const decisions = new Map<number, OutboundDecision>();
      const companies = [...new Set(leaving.map(({ companyId }) => companyId))];
      const settings = await findCompanyMessaging(tx, companies);
      for (const companyId of companies) {
        const own = leaving.filter((message) => message.companyId === companyId);
        const suppressed = await reasonsOf(tx, companyId, own);
        const known = settings.get(companyId);
        for (const message of own) {
          const reason = suppressed.get(message.email);
          if (reason) decisions.set(message.id, refusals[reason]);
          else if (known) decisions.set(message.id, await decorated(message, known));
        }
      }
      return decisions;
    },
    suppressed: reasonsOf,
    async suppress(tx, { companyId, messageId, email, reason, source, detail }) {
      await registry.suppress(tx, { companyId, who: { email }, reason, source, messageId, note: detail.slice(0, 1000) });
    },
    async eventsOf(tx, messageId) {
      const left = await unsubscribedBy(tx, messageId);
      return [
        ...(await eventsOfMessage(tx, messageId)),
        ...left.map(({ added_at: at }) => ({ type: 'unsubscribed', happened_at: at, text: null })),
      ];
    },
  };
}
