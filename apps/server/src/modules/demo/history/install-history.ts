import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { readFact } from '#platform/database/installation-store.ts';
import type { Log } from '#platform/log.ts';
import { touchUser } from '#modules/accounts/public.ts';
import { keepUnread } from '#modules/notices/public.ts';
import type { Candidates } from '../candidates-port.ts';
import type { Past } from '../past-port.ts';
import { coursesOf, findFitting, listLastActions, namesByAddress } from '../store.ts';
import { factOf } from '../install-vacancies.ts';
import { demoVacancies } from '../vacancies.ts';
import type { Simulation } from './answering.ts';
import { browsingActions } from './browsing-actions.ts';
import { calendarOf } from './calendar.ts';
import { callsOf } from './calls-of.ts';
import type { HistoryAction } from './history-action.ts';
import { alicesStory, ritasStory } from './english.ts';
import { mailingActions } from './mailing-actions.ts';
import { preparationsOf, raiseLimits } from './preparations.ts';
import { findProgress, notBegun, type Progress, saveProgress } from './progress.ts';
import { reactionsTo } from './reactions.ts';
import { runHistory } from './run-history.ts';
import { olgasStory } from './russian.ts';
import { searchActions } from './search-actions.ts';
import { sequenceActions } from './sequence-actions.ts';
import type { Story } from './story.ts';
import { teamworkActions } from './teamwork-actions.ts';
import { runningMailingActions } from './running-mailing-actions.ts';

export const demoStories: readonly Story[] = [ritasStory, alicesStory, olgasStory];

export interface InstallHistoryOptions {
  database: Database;
  clock: Clock;
  log: Log;
  past: Past;
  candidates: Candidates;
  stories?: readonly Story[];
  untilSearchable(): Promise<void>;
  loadNewcomers(): Promise<void>;
  say(sentence: string): void;
  signal: AbortSignal;
}

/** Weeks of replies would fill the bell of a new user. A reminder of today's task follows. */
const unreadNotices = 4;

async function vacancyIds(tx: Tx): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const vacancy of demoVacancies) {
    const id = await readFact<number | boolean>(tx, factOf(vacancy));
    if (typeof id === 'number') ids.set(vacancy.key, id);
  }
  return ids;
}

/** People for the sequences and running mailings: in no vacancy and each only once. */
async function furtherPeople(tx: Tx, stories: readonly Story[], taken: number[]): Promise<Map<object, number[]>> {
  const found = new Map<object, number[]>();
  for (const part of stories.flatMap(({ sequence, runningMailing }) => [sequence ?? [], runningMailing ?? []].flat())) {
    const ids = await findFitting(tx, part.people, taken);
    taken.push(...ids);
    found.set(part, ids);
  }
  return found;
}

async function prepare(
  { database, stories = demoStories }: InstallHistoryOptions,
  until: Date,
): Promise<{ actions: HistoryAction[]; simulation: Simulation }> {
  const calendar = calendarOf(until);
  const { ids, people, further, names } = await database.readAsSystem(async (tx) => {
    const ids = await vacancyIds(tx);
    const people = await coursesOf(tx, ids);
    const taken = people.map((one) => one.profile_id);
    const further = await furtherPeople(tx, stories, taken);
    return { ids, people, further, names: await namesByAddress(tx, taken) };
  });
  const actions = stories.flatMap((story): HistoryAction[] => [
    ...preparationsOf(story, calendar),
    ...browsingActions(
      demoVacancies.filter(({ owner }) => owner === story.email),
      people,
    ),
    ...story.mailings.flatMap((mailing) => {
      const vacancyId = ids.get(mailing.vacancy);
      const candidates = people.filter(({ vacancy }) => vacancy === mailing.vacancy);
      return vacancyId === undefined ? [] : mailingActions({ story, mailing, vacancyId }, candidates, calendar);
    }),
    ...(story.sequence ? sequenceActions(story, { sequence: story.sequence, people: further.get(story.sequence) ?? [] }, calendar) : []),
    ...(story.runningMailing
      ? runningMailingActions(story, { mailing: story.runningMailing, people: further.get(story.runningMailing) ?? [] }, calendar)
      : []),
    ...searchActions(story, calendar),
    ...teamworkActions(story, { ids, people }, calendar),
    ...(story === alicesStory ? [raiseLimits(story, calendar)] : []),
  ]);
  return { actions, simulation: { stories, calendar, people, names, counts: new Map(), moods: new Map() } };
}

/** Resumes after a kill. Waits while sending is paused; skips a demo without history. */
export async function installHistory(options: InstallHistoryOptions): Promise<void> {
  const { database, clock, past, candidates, signal } = options;
  const known = await database.readAsSystem(findProgress);
  if (!known || known.isOver || !(await past.maySend())) return;
  const until = known.until === null ? clock.now() : new Date(known.until);
  const progress: Progress = { ...notBegun, ...known, until: until.toISOString() };
  const save = (value: Progress) => database.asSystem((tx) => saveProgress(tx, value, clock.now()));
  await save(progress);
  options.say('Filling in the last weeks of the demo: mailings, replies, comments, tasks. This takes half a minute; sign in meanwhile.');
  const { actions, simulation } = await prepare(options, until);
  try {
    await runHistory({
      ...options,
      callsOf: callsOf(options),
      until,
      progress,
      save,
      actions,
      reactionsTo: (arrival, at) => reactionsTo(simulation, arrival, at),
    });
  } finally {
    await candidates.setTime(null);
  }
  if (signal.aborted) return;
  await options.loadNewcomers();
  if (signal.aborted) return;
  const addresses = (options.stories ?? demoStories).map(({ email }) => email);
  await database.asSystem(async (tx) => {
    for (const { id, at } of await listLastActions(tx, addresses)) await touchUser(tx, id, at);
    await keepUnread(tx, addresses, { most: unreadNotices, now: until });
  });
  await save({ ...progress, reached: until.toISOString(), isOver: true });
  options.say('The last weeks of the demo are there.');
}
