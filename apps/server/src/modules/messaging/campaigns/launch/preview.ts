import { isMessenger, type Reach, type StepChannel, channelFor } from '@headwater/domain/outreach/channels';
import type { VariableValues } from '@headwater/domain/outreach/variables';
import { textForPerson } from '@headwater/domain/outreach/variants';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { type ComposedMessage, composeWith, pastVariables, personValues, senderValues } from '../mailings/compose.ts';
import { composeText, htmlOfText } from '../mailings/compose-messenger.ts';
import { messengersFor, usesMessenger } from '../recipients/reach.ts';
import type { MailingServices } from '../services.ts';
import { findMailboxOf, findSettings } from '#modules/messaging/channels/public.ts';
import { findProfile } from '#modules/profiles/public.ts';
import { shownAddresses } from '#modules/profiles/public/addresses.ts';
import { vacancyName } from '#modules/vacancies/public.ts';
import { listDrafts, listSteps, type StepRow } from '../store/steps.ts';
import type { OwnRecipient } from '../mailings/require-mailing.ts';

function composeStep(
  { step, way }: { step: StepRow; way: StepChannel },
  { draft, known }: { draft: Parameters<typeof composeWith>[0]; known: VariableValues },
): ComposedMessage {
  if (step.channel === 'email') return composeWith(draft, known);
  if (isMessenger(way)) {
    const { text, emptyVariables } = composeText(draft, known);
    return { subject: '', html: htmlOfText(text), text, emptyVariables };
  }
  return composeWith({ ...draft, body: htmlOfText(draft.body) }, known);
}

/** MAIL-047: every message of the recipient from the reader's mailbox, with the known values. */
export async function previewRecipient(
  tx: Tx,
  { actor, services }: { actor: Actor; services: Pick<MailingServices, 'channels'> },
  { recipient, mailing, now }: OwnRecipient & { now: Date },
) {
  const steps = await listSteps(tx, [mailing.id]);
  const drafts = await listDrafts(tx, [recipient.id]);
  const mailbox = await findMailboxOf(tx, actor.userId);
  const address = (await shownAddresses(tx, actor, [recipient.profile_id]))(recipient);
  const profile = await findProfile(tx, recipient.profile_id);
  const vacancy = mailing.folder_id === null ? null : ((await vacancyName(tx, mailing.folder_id)) ?? null);
  const signature = (await findSettings(tx, actor.userId))?.signature ?? '';
  const facts = { ...personValues(profile?.data), ...(await senderValues(tx, actor.userId, mailbox)), VACANCY: vacancy };
  const known = { ...facts, ...recipient.custom_data };
  const usesIt = usesMessenger(steps);
  const messengers = await messengersFor(tx, { actor, services }, { recipient, mailing, now });
  const reach: Reach = new Set([...messengers, ...(address.email === '' ? [] : (['email'] as const))]);
  const messages = steps.map((step) => {
    const reaching = channelFor(step, reach);
    const way = reaching ?? step.channel;
    const text = textForPerson(step, { variant: recipient.variant, steps, own: drafts, asEmail: !isMessenger(way) });
    const draft = { ...text, signature };
    const composed = composeStep({ step, way }, { draft, known });
    return {
      template_id: step.id,
      channel: usesIt ? (reaching ?? null) : step.channel,
      subject: composed.subject,
      html: composed.html,
      text: composed.text,
      to: address.email || null,
      empty_variables: composed.emptyVariables,
      past_variables: pastVariables(profile?.data, [draft.subject, draft.body], now).filter((name) => !recipient.custom_data[name]?.trim()),
    };
  });
  const values = Object.fromEntries(Object.entries(facts).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])));
  return { values, messages };
}
