import { dayMs } from '@headwater/domain/time/durations';
import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { definePeriodic, type TaskHandler } from '#platform/queue/queue.ts';
import { normalizeContact } from './import/normalize-contact.ts';
import { deleteGuessesBefore } from './store/contact-guesses.ts';
import { changeContactKeys, changeLinkKeys, findKeyRun, type KeyedContact, listKeyedContacts, saveKeyRun } from './store/identity-keys.ts';

interface Services {
  database: Database;
  clock: Clock;
  log: { info: (about: object, message: string) => void };
}

/** Raise it in a release that changes the keys of addresses, accounts or links. */
const rules = 2;
const batch = 1000;

const refreshed = (contact: KeyedContact): KeyedContact[] => {
  const now = normalizeContact({ type: contact.type, value: contact.value, source: 'manual' });
  return now && (now.normalized !== contact.normalized || now.value !== contact.value) ? [{ ...contact, ...now }] : [];
};

/** Returns whether there are more. */
async function refreshBatch(tx: Tx, { clock, log }: Services): Promise<boolean> {
  const run = await findKeyRun(tx, rules);
  if (run.finished_at) return false;
  const contacts = await listKeyedContacts(tx, { after: run.contacts_done, most: batch });
  await changeContactKeys(tx, contacts.flatMap(refreshed));
  const links = await changeLinkKeys(tx, { after: run.links_done, most: batch });
  const done = { contacts_done: contacts.at(-1)?.id ?? run.contacts_done, links_done: links ?? run.links_done };
  const isFinished = contacts.length === 0 && links === undefined;
  await saveKeyRun(tx, rules, { ...done, finished_at: isFinished ? clock.now() : null });
  log.info({ ...done, isFinished }, 'recomputed keys of contacts and links');
  return !isFinished;
}

/** Runs once for each value of `rules`, and resumes after an interruption. */
export const refreshKeysHandler = (services: Services): TaskHandler =>
  definePeriodic('refresh_identity_keys', '* * * * *', async (signal) => {
    while (!signal.aborted && (await services.database.asSystem((tx) => refreshBatch(tx, services))));
  });

export const deleteGuessesHandler = ({ database, clock }: Pick<Services, 'database' | 'clock'>): TaskHandler =>
  definePeriodic('delete_contact_guesses', '13 * * * *', async () => {
    const yesterday = new Date(clock.now().getTime() - dayMs).toISOString().slice(0, 10);
    await database.asSystem((tx) => deleteGuessesBefore(tx, yesterday));
  });
