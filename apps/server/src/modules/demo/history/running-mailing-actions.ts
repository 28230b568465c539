import type { Calls } from '../past-port.ts';
import type { Calendar } from './calendar.ts';
import { type HistoryAction, actionOf } from './history-action.ts';
import { templatesOf } from './messages.ts';
import type { Story, RunningMailingStory } from './story.ts';

/** Long enough for messages to a third of the recipients. */
const launchedMinutesAgo = 62;

async function findVacancy(calls: Calls, { vacancy: { query, ...vacancy } }: RunningMailingStory): Promise<number> {
  const { folders } = await calls.vacancies.list({ query: vacancy.name });
  const known = folders.find(({ name }) => name === vacancy.name);
  if (known) return known.id;
  const { id } = await calls.vacancies.create({ ...vacancy, access_type: 'public' });
  await calls.smartFolders.setQuery({ id, query });
  return id;
}

async function addPeople(calls: Calls, mailing: RunningMailingStory, people: readonly number[]): Promise<void> {
  const search = { q: mailing.vacancy.query, f: '' };
  await calls.candidates.create({ folder_id: await findVacancy(calls, mailing), profiles: [...people], search_query: search });
}

async function launch(calls: Calls, mailing: RunningMailingStory): Promise<void> {
  const folder = await findVacancy(calls, mailing);
  const { mailing_lists: lists } = await calls.mailings.list({ folder_id: folder, search: mailing.name });
  const id =
    lists[0]?.id ?? (await calls.mailings.create({ folder_id: folder, name: mailing.name, templates: templatesOf(mailing.messages) })).id;
  const { candidates } = await calls.candidates.ofVacancy({ id: folder, per_page: 100 });
  await calls.mailings.addRecipients({ mailing_list_id: id, candidate_ids: candidates.map((one) => one.id), open_contacts: true });
  const { statuses } = await calls.vacancies.get({ id: folder });
  // Second status of a new company: Contacted.
  await calls.mailings.launch({ id, after_launch_status_id: statuses[1]?.id ?? null });
}

export function runningMailingActions(
  { email }: Story,
  { mailing, people }: { mailing: RunningMailingStory; people: readonly number[] },
  calendar: Calendar,
): HistoryAction[] {
  const [half, most] = [Math.ceil(people.length * 0.4), Math.ceil(people.length * 0.82)];
  return [
    actionOf(email, { key: `smart vacancy ${email}`, at: calendar.workday(6, '10:40') }, (calls) => findVacancy(calls, mailing)),
    actionOf(email, { key: `first half ${email}`, at: calendar.workday(3, '11:20') }, (calls) =>
      addPeople(calls, mailing, people.slice(0, half)),
    ),
    actionOf(email, { key: `second half ${email}`, at: calendar.workday(1, '16:10') }, (calls) =>
      addPeople(calls, mailing, people.slice(half, most)),
    ),
    actionOf(email, { key: `wave ${email}`, at: calendar.minutesAgo(launchedMinutesAgo) }, (calls) => launch(calls, mailing)),
    actionOf(email, { key: `latest ${email}`, at: calendar.minutesAgo(24) }, (calls) => addPeople(calls, mailing, people.slice(most))),
  ];
}
