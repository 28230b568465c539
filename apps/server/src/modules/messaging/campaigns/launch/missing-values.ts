import { namesIn, type VariableValues } from '@headwater/domain/outreach/variables';
import type { Actor } from '@headwater/domain/roles';
import { sql } from 'kysely';
import { findListed } from '#modules/profiles/public.ts';
import { vacancyName } from '#modules/vacancies/public.ts';
import { findMailboxOf } from '#modules/messaging/channels/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { personValues, senderValues } from '../mailings/compose.ts';
import type { MailingRow } from '../store/mailings.ts';
import { listSteps } from '../store/steps.ts';

const atOnce = 500;

interface Person {
  id: number;
  profile_id: number;
  custom_data: VariableValues;
}

const nextPeople = async (tx: Tx, mailingId: number, after: number): Promise<Person[]> =>
  (
    await sql<Person>`select id, profile_id, custom_data from mailing_recipients
      where mailing_id = ${mailingId} and removed_at is null and ended is null and id > ${after} order by id limit ${atOnce}`.execute(tx)
  ).rows;

/** Counts the values of all built-in variables and of those that the steps use. */
export async function countMissingValues(tx: Tx, actor: Actor, mailing: MailingRow) {
  const steps = await listSteps(tx, [mailing.id]);
  const texts = steps.flatMap(({ subject, body, subject_b: subjectB, body_b: bodyB }) => [subject, body, subjectB ?? '', bodyB ?? '']);
  const vacancy = mailing.folder_id === null ? null : ((await vacancyName(tx, mailing.folder_id)) ?? null);
  const shared = { ...(await senderValues(tx, actor.userId, await findMailboxOf(tx, actor.userId))), VACANCY: vacancy };
  const names = new Set([...texts.flatMap(namesIn), ...Object.keys(personValues(undefined)), ...Object.keys(shared)]);
  const missing = Object.fromEntries([...names].map((name) => [name, 0]));
  let recipients = 0;
  for (
    let people = await nextPeople(tx, mailing.id, 0);
    people.length > 0;
    people = await nextPeople(tx, mailing.id, people.at(-1)?.id ?? 0)
  ) {
    recipients += people.length;
    const profiles = new Map(
      (
        await findListed(
          tx,
          people.map((one) => one.profile_id),
        )
      ).map((profile) => [profile.id, profile.data]),
    );
    for (const person of people) {
      const values: VariableValues = { ...personValues(profiles.get(person.profile_id)), ...shared, ...person.custom_data };
      for (const name of names) if (!values[name]?.trim()) missing[name] = (missing[name] ?? 0) + 1;
    }
  }
  return { recipients, missing };
}
