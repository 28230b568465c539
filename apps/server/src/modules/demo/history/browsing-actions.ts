import type { CourseOfPerson } from '../store.ts';
import type { DemoVacancy } from '../vacancy.ts';
import { addMinutes } from './calendar.ts';
import { actionOf, type HistoryAction } from './history-action.ts';

/** Minutes before people are added to a vacancy, or before they are contacted. */
const before = { search: 45, view: 40, contacts: 12 } as const;

type Act = Parameters<typeof actionOf>[2];

/** Causes no sending, like the visit of a reader. */
const browse = (email: string, action: Pick<HistoryAction, 'key' | 'at'>, act: Act): HistoryAction => ({
  ...actionOf(email, action, act),
  by: 'reader',
});

function searchFor({ key, owner, people: { skills } }: DemoVacancy, at: Date): HistoryAction {
  const query = JSON.stringify(skills.slice(0, 2).map((skill) => `skill:${skill}`));
  return browse(owner, { key: `search ${key} ${at.toISOString()}`, at: addMinutes(at, -before.search) }, async (calls, actor, context) => {
    await context.untilSearchable();
    const { payload } = await calls.search.count({ query });
    await context.past.recordSearch(actor, { query, found: payload.count });
  });
}

function contactsOf({ owner }: DemoVacancy, { profile_id: id, steps }: CourseOfPerson): HistoryAction[] {
  const contacted = steps.find(({ status }) => status === 'Contacted');
  if (!contacted || id % 2 === 1) return [];
  const at = addMinutes(contacted.at, -before.contacts);
  return [browse(owner, { key: `contacts ${owner} ${id}`, at }, (calls) => calls.profiles.openContacts({ id }))];
}

/** The owner of a vacancy searches, views the people, and opens contacts before writing. */
export function browsingActions(vacancies: readonly DemoVacancy[], people: readonly CourseOfPerson[]): HistoryAction[] {
  return vacancies.flatMap((vacancy) => {
    const added = people.filter((person) => person.vacancy === vacancy.key);
    const moments = [...new Set(added.map(({ added_at: at }) => at.getTime()))].map((time) => new Date(time));
    const views = added.map(({ profile_id: id, added_at: at }, index) =>
      browse(
        vacancy.owner,
        { key: `view ${vacancy.key} ${id}`, at: addMinutes(at, (index % 30) - before.view) },
        (_calls, actor, { past }) => past.viewProfile(actor, id),
      ),
    );
    return [...moments.map((at) => searchFor(vacancy, at)), ...views, ...added.flatMap((person) => contactsOf(vacancy, person))];
  });
}
