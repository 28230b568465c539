import { namesIn, type VariableValues } from '@headwater/domain/outreach/variables';
import type { Actor } from '@headwater/domain/roles';
import { findListed } from '#modules/profiles/public.ts';
import { vacancyName } from '#modules/vacancies/public.ts';
import { findMailboxOf } from '#modules/messaging/channels/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { personValues, senderValues } from '../mailings/compose.ts';
import type { MailingRow } from '../store/mailings.ts';
import { nextRecipients } from '../store/recipients.ts';
import { listSteps } from '../store/steps.ts';

/** Values of the profile and of the recipient, in pages. */
async function* recipientValues(tx: Tx, mailingId: number): AsyncGenerator<VariableValues[]> {
  let people = await nextRecipients(tx, mailingId, 0);
  while (people.length > 0) {
    const ids = people.map((one) => one.profile_id);
    const profiles = new Map((await findListed(tx, ids)).map(({ id, data }) => [id, data]));
    yield people.map((one) => ({ ...personValues(profiles.get(one.profile_id)), ...one.custom_data }));
    people = await nextRecipients(tx, mailingId, people.at(-1)?.id ?? 0);
  }
}

/** Counts the values of all built-in variables and of those that the steps use. */
export async function countMissingValues(tx: Tx, actor: Actor, mailing: MailingRow) {
  const steps = await listSteps(tx, [mailing.id]);
  const texts = steps.flatMap(({ subject, body, subject_b: subjectB, body_b: bodyB }) => [subject, body, subjectB ?? '', bodyB ?? '']);
  const vacancy = mailing.folder_id === null ? null : ((await vacancyName(tx, mailing.folder_id)) ?? null);
  const sender = await senderValues(tx, actor.userId, await findMailboxOf(tx, actor.userId));
  const shared: VariableValues = { ...sender, VACANCY: vacancy };
  const missing = new Map(
    [...texts.flatMap(namesIn), ...Object.keys(personValues(undefined)), ...Object.keys(shared)].map((name) => [name, 0]),
  );
  let recipients = 0;
  for await (const page of recipientValues(tx, mailing.id)) {
    recipients += page.length;
    for (const [name, count] of missing) missing.set(name, count + page.filter((own) => !(own[name] ?? shared[name])?.trim()).length);
  }
  return { recipients, missing: Object.fromEntries(missing) };
}
