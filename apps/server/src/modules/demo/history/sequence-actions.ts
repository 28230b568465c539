import type { Calendar } from './calendar.ts';
import { type HistoryAction, actionOf } from './history-action.ts';
import { templatesOf } from './messages.ts';
import type { Calls } from '../past-port.ts';
import type { SequenceStory, Story } from './story.ts';

async function findSequence(calls: Calls, { name, messages }: SequenceStory): Promise<number> {
  const { sequences } = await calls.sequences.list({ search: name });
  const known = sequences.find((one) => one.name === name);
  return known?.id ?? (await calls.sequences.create({ name, templates: templatesOf(messages) })).id;
}

/** Recipients added a day before today, who are still at the first message. */
const latecomers = 5;

/** Launched early enough for the second message to be sent. */
export function sequenceActions(
  { email }: Story,
  { sequence, people }: { sequence: SequenceStory; people: readonly number[] },
  calendar: Calendar,
): HistoryAction[] {
  const [early, late] = [people.slice(0, -latecomers), people.slice(-latecomers)];
  return [
    actionOf(email, { key: `sequence ${email}`, at: calendar.workday(5, '09:35') }, async (calls) => {
      const id = await findSequence(calls, sequence);
      await calls.sequences.addProfile({ id, profile_ids: early, source: 'search', open_contacts: true });
      await calls.mailings.launch({ id });
    }),
    actionOf(email, { key: `latecomers ${email}`, at: calendar.workday(1, '15:05') }, async (calls) => {
      const id = await findSequence(calls, sequence);
      await calls.sequences.addProfile({ id, profile_ids: late, source: 'search', open_contacts: true });
    }),
  ];
}
