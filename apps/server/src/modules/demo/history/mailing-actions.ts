import type { CourseOfPerson } from '../store.ts';
import type { Calls } from '../past-port.ts';
import { type Calendar, addMinutes } from './calendar.ts';
import { type HistoryAction, actionOf } from './history-action.ts';
import { templatesOf } from './messages.ts';
import type { Story, VacancyMailing } from './story.ts';

interface Planned {
  story: Story;
  mailing: VacancyMailing;
  vacancyId: number;
}

async function findList(calls: Calls, { mailing, vacancyId }: Planned): Promise<number> {
  const { mailing_lists: lists } = await calls.mailings.list({ folder_id: vacancyId, search: mailing.name });
  const known = lists.find(({ name }) => name === mailing.name);
  if (known) return known.id;
  const { id } = await calls.mailings.create({ folder_id: vacancyId, name: mailing.name, templates: templatesOf(mailing.messages) });
  return id;
}

function contactedAt(people: readonly CourseOfPerson[]): Map<number, number[]> {
  const moments = new Map<number, number[]>();
  for (const { candidate_id: id, steps } of people) {
    const at = steps.find(({ status }) => status === 'Contacted')?.at.getTime();
    if (at !== undefined) moments.set(at, [...(moments.get(at) ?? []), id]);
  }
  return moments;
}

export function mailingActions(planned: Planned, people: readonly CourseOfPerson[], calendar: Calendar): HistoryAction[] {
  const { email } = planned.story;
  return [...contactedAt(people)].map(([time, candidates]) => {
    const at = addMinutes(new Date(time), -3);
    return actionOf(email, { key: `launch ${planned.mailing.vacancy} ${at.toISOString()}`, at }, async (calls) => {
      const id = await findList(calls, planned);
      await calls.mailings.addRecipients({ mailing_list_id: id, candidate_ids: candidates, open_contacts: true });
      if (at < calendar.now) await calls.mailings.launch({ id });
    });
  });
}
