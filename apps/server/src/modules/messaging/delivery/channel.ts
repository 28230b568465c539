import type { OutboundPolicy } from '#modules/messaging/messages/public/sending.ts';
import type { Channel } from '#modules/messaging/campaigns/public/channel.ts';
import { explainMessage } from './limits/explain-message.ts';

/** `suppressed`: only bounced addresses count, because the other reasons end the mailing. */
export const createEmailChannel = ({ suppressed }: Pick<OutboundPolicy, 'suppressed'>): Channel => ({
  async reach(tx, { companyId, people }) {
    const usable = people.filter(({ email, email_problem: problem }) => email !== '' && problem === null);
    const reasons = await suppressed(
      tx,
      companyId,
      usable.map(({ email }) => ({ email, profileId: null })),
    );
    return new Map(
      usable.flatMap(({ id, email }) =>
        reasons.get(email) === 'bounce' ? [] : [[id, { accountId: null, address: email, isNew: false, isSuppressed: false }] as const],
      ),
    );
  },
  explain: explainMessage,
});
