import { dayMs } from '@headwater/domain/time/durations';
import type { CourseOfPerson } from '../store.ts';
import type { Calendar } from './calendar.ts';
import { commentActions } from './comment-actions.ts';
import { type HistoryAction, actionOf } from './history-action.ts';
import type { Story } from './story.ts';

type About = Pick<Story, 'email'>;

interface Work {
  /** Vacancies by their keys. */
  ids: ReadonlyMap<string, number>;
  people: readonly CourseOfPerson[];
}

const isIn = (vacancy: string, statuses: readonly string[]) => (person: CourseOfPerson) =>
  person.vacancy === vacancy && statuses.includes(person.steps.at(-1)?.status ?? '');

/** Returns the next person with one of the statuses, each once. */
function nextOf(people: readonly CourseOfPerson[]) {
  const used = new Set<number>();
  return ({ vacancy, statuses }: { vacancy: string; statuses: readonly string[] }) => {
    const person = people.filter(isIn(vacancy, statuses)).find(({ profile_id: id }) => !used.has(id));
    if (person) used.add(person.profile_id);
    return person;
  };
}

/** One person for each task. */
function taskActions({ email, tasks }: About & Pick<Story, 'tasks'>, people: readonly CourseOfPerson[], calendar: Calendar) {
  const next = nextOf(people);
  return tasks.flatMap(({ title, dueInDays, isDone = false, ...about }, index): HistoryAction[] => {
    const person = next(about);
    if (!person) return [];
    const { profile_id: id, candidate_id } = person;
    const dueOn = new Date(calendar.now.getTime() + dueInDays * dayMs).toISOString().slice(0, 10);
    return [
      actionOf(email, { key: `task ${email} ${candidate_id}`, at: calendar.workday(2, `16:${20 + index}`) }, async (calls) => {
        if ((await calls.candidateTasks.ofProfile({ id })).tasks.some((one) => one.title === title)) return;
        const task = await calls.candidateTasks.add({ id, candidate_id, title, due_on: dueOn });
        if (isDone) await calls.candidateTasks.update({ id: task.id, is_done: true });
      }),
    ];
  });
}

/** One person for each note. */
function fitNoteActions({ email, fitNotes }: About & Pick<Story, 'fitNotes'>, people: readonly CourseOfPerson[], calendar: Calendar) {
  const next = nextOf(people);
  return fitNotes.flatMap(({ verdict, text, ...about }, index): HistoryAction[] => {
    const person = next(about);
    if (!person) return [];
    const { profile_id: id, candidate_id } = person;
    return [
      actionOf(email, { key: `fit note ${email} ${candidate_id}`, at: calendar.workday(2, `17:${10 + index}`) }, async (calls) => {
        if ((await calls.fitNotes.ofProfile({ id })).fit_notes.some((note) => note.text === text)) return;
        await calls.fitNotes.add({ id, candidate_id, verdict, text });
      }),
    ];
  });
}

/** The owner proposes people; the reviewer answers the first ones on the next working day. */
function shortlistActions(
  { email, shortlist }: About & Pick<Story, 'shortlist'>,
  { ids: vacancyIds, people }: Work,
  calendar: Calendar,
): HistoryAction[] {
  const vacancyId = shortlist && vacancyIds.get(shortlist.vacancy);
  if (!shortlist || vacancyId === undefined) return [];
  const { vacancy, statuses, count, reviewer, reviews } = shortlist;
  const ids = people
    .filter(isIn(vacancy, statuses))
    .slice(0, count)
    .map(({ candidate_id }) => candidate_id);
  if (ids.length === 0) return [];
  const proposed = actionOf(email, { key: `short list ${vacancyId}`, at: calendar.workday(3, '15:10') }, (calls) =>
    calls.shortlists.add({ id: vacancyId, ids }),
  );
  const answers = reviews
    .slice(0, ids.length)
    .map((review, index) =>
      actionOf(reviewer, { key: `review ${ids[index]}`, at: calendar.workday(2, `09:${30 + index}`) }, (calls) =>
        calls.shortlists.review({ id: ids[index] ?? 0, ...review }),
      ),
    );
  return [proposed, ...answers];
}

/** Comments, tasks, fit notes and the short list of a recruiter. */
export const teamworkActions = (story: Story, work: Work, calendar: Calendar): HistoryAction[] => [
  ...commentActions(story.comments, work.people, calendar),
  ...taskActions(story, work.people, calendar),
  ...fitNoteActions(story, work.people, calendar),
  ...shortlistActions(story, work, calendar),
];
