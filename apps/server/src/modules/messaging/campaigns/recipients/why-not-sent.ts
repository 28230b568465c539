import type { Language } from '@headwater/contract/errors';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { shownAddresses } from '#modules/profiles/public/addresses.ts';
import { presentRecipients } from './present-recipients.ts';
import type { Explanation } from '../channel-port.ts';
import type { MailingServices } from '../services.ts';
import { findNextRecipient } from '../store/planning.ts';
import { findRecipient } from '../store/recipients.ts';
import { explainRecipient } from './explain-recipient.ts';
import { messengersFor } from './reach.ts';
import type { OwnRecipient } from '../mailings/require-mailing.ts';
import { isRunning } from '../mailings/save-mailing.ts';

interface Reader {
  actor: Actor;
  language: Language;
  services: Pick<MailingServices, 'clock' | 'maySend' | 'suppressed' | 'explainSender' | 'channels'>;
}

/** DEC-10: the reason and expected time of the next message, within the reader's rights. */
export async function whyNotSent(tx: Tx, { actor, language, services }: Reader, own: OwnRecipient): Promise<Explanation> {
  const now = services.clock.now();
  const { recipient, mailing } = own;
  const [view] = await presentRecipients(tx, actor, { rows: [recipient], now });
  const email = recipient.email || (view?.email ?? '');
  const addressees = email === '' ? [] : [{ email, profileId: recipient.profile_id }];
  const suppression = (await services.suppressed(tx, actor.company.id, addressees)).get(email) ?? null;
  const nextAt = view?.next_send_at ? new Date(view.next_send_at) : null;
  const isSender = mailing.sender_id === actor.userId;
  const { explainSender, channels } = services;
  const input = {
    now,
    language,
    suppression,
    maySend: await services.maySend(tx),
    nextAt,
    isSender,
    explainSender,
    channels,
    isReached:
      (!recipient.active || suppression === 'bounce') &&
      (await messengersFor(tx, { actor, services }, { recipient, mailing, now })).size > 0,
  };
  // For a stored address, the problem found at launch applies.
  const problem = recipient.email === '' && view ? view.email_problem : recipient.email_problem;
  const said = await explainRecipient(tx, { mailing, recipient: { ...recipient, email, email_problem: problem } }, input);
  const shownTo = await shownAddresses(tx, actor, [recipient.profile_id]);
  return { ...said, text: shownTo(recipient).redact(said.text) };
}

export async function nextMessageOf(tx: Tx, reader: Reader, mailing: OwnRecipient['mailing']): Promise<Explanation | null> {
  const id = isRunning(mailing) ? await findNextRecipient(tx, mailing.id) : undefined;
  const recipient = id === undefined ? undefined : await findRecipient(tx, id, reader.services.clock.now());
  return recipient ? whyNotSent(tx, reader, { recipient, mailing }) : null;
}
