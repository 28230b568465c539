import { z } from 'zod';
import type { Tx } from '#platform/database/database.ts';
import { type Batch, defineJob } from '#platform/jobs/define-job.ts';
import { putIntoMailing } from './recipients/add-recipients.ts';
import { takeOut } from './recipients/change-recipient.ts';
import { requireMailing } from './mailings/require-mailing.ts';
import type { MailingServices, RecipientsInput } from './services.ts';
import { addedByJob } from './store/recipients.ts';

const input = z.object({ mailingId: z.number(), profiles: z.array(z.number()), opensContacts: z.boolean() });

const addresseesOf = (emails: readonly string[]) => emails.map((email) => ({ email, profileId: null }));

const counted = { changed: 0, skipped: 0, without_email: 0, suppressed: 0, opened_contacts: 0 };

interface State {
  next: number;
  counts: typeof counted;
  quotaUsed: boolean;
}

/** Rows per transaction. Opening a contact takes several statements. */
const rowsOf = (next: number, { opensContacts }: RecipientsInput) => (next === 0 || opensContacts ? 500 : 2500);

interface Undoing {
  done: number;
}

/** Removes the recipients that the job added. Sent messages stay in the history. */
async function undo(tx: Tx, { actor, jobId, state, now, input: { mailingId } }: Batch<RecipientsInput, Undoing>) {
  await requireMailing(tx, actor, { id: mailingId, right: 'change' });
  const ids = await addedByJob(tx, jobId, 2500);
  if (ids.length > 0) await takeOut(tx, actor, { ids, mailingIds: [mailingId], now });
  const done = (state?.done ?? 0) + ids.length;
  return { state: { done }, done, finished: ids.length === 0, result: { undone: done } };
}

export const recipientsJob = ({ suppressed, channels }: Pick<MailingServices, 'suppressed' | 'channels'>) =>
  defineJob<RecipientsInput, State, Undoing>({
    kind: 'recipients_add_all',
    input,
    async batch(tx, { input: recipientsInput, state, actor, jobId, now }) {
      const { next, counts, quotaUsed } = state ?? { next: 0, counts: counted, quotaUsed: false };
      const mailing = await requireMailing(tx, actor, { id: recipientsInput.mailingId, right: 'send' });
      const part = recipientsInput.profiles.slice(next, next + rowsOf(next, recipientsInput));
      const opens = recipientsInput.opensContacts && !quotaUsed;
      const added = await putIntoMailing(tx, actor, {
        mailing,
        channels,
        input: { candidate_ids: [], profile_ids: part, source: 'search', open_contacts: opens, jobId, now },
      });
      const sum = {
        changed: counts.changed + added.added_profile_ids.length,
        skipped: counts.skipped + added.skipped,
        without_email: counts.without_email + added.without_email,
        suppressed: counts.suppressed + (await suppressed(tx, mailing.company_id, addresseesOf(added.addresses))).size,
        opened_contacts: counts.opened_contacts + added.opened_contacts,
      };
      const done = Math.min(next + part.length, recipientsInput.profiles.length);
      return {
        state: { next: done, counts: sum, quotaUsed: quotaUsed || added.contact_limit_reached },
        done,
        finished: done >= recipientsInput.profiles.length,
        result: { ...sum, contact_limit_reached: quotaUsed || added.contact_limit_reached },
      };
    },
    undo,
  });
