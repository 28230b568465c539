import { createHash } from 'node:crypto';
import type { Arrival, CandidateAnswer } from '../candidates-port.ts';
import type { Calls } from '../past-port.ts';
import { randomFor } from '../random.ts';
import type { CourseOfPerson } from '../store.ts';
import { nextWakingTime, type Calendar, addMinutes } from './calendar.ts';
import { type HistoryAction, actionOf } from './history-action.ts';
import { open } from './reader-visits.ts';
import { paragraphs, type Story } from './story.ts';

export type Mood = 'interested' | 'declined' | 'curious';

export interface Simulation {
  stories: readonly Story[];
  calendar: Calendar;
  people: readonly CourseOfPerson[];
  names: ReadonlyMap<string, string>;
  counts: Map<string, number>;
  moods: Map<string, Mood>;
}

const seed = 20_261_124;
const writtenBack = { interested: 'invitation', curious: 'details', declined: 'thanks', agreed: 'confirmation' } as const;

interface Said {
  story: Story;
  at: Date;
  text: string;
  kind?: CandidateAnswer['kind'];
}

export function answer({ names }: Simulation, arrival: Arrival, { story, at, text, kind = 'reply' }: Said): HistoryAction {
  const key = `answer ${arrival.number}`;
  const name = kind === 'reply' ? names.get(arrival.to) : undefined;
  const digest = createHash('sha256').update(`${key} ${arrival.messageId}`).digest('hex').slice(0, 24);
  const id = `<${digest}@${arrival.to.split('@')[1] ?? 'mail.test'}>`;
  const said = { kind, text: name ? `${text}\n\n${name}` : text, language: story.language, id };
  return { key, at, by: 'reader', comesBackTo: arrival.from, do: ({ candidates }) => candidates.answer(arrival, said) };
}

async function writeBack(calls: Calls, { arrival, text, key }: { arrival: Arrival; text: string; key: string }): Promise<void> {
  const { threads } = await calls.outreach.threads({ search: arrival.to, needs_attention: true });
  const profileId = threads[0]?.message.profile_id;
  if (profileId === undefined) return;
  const { messages } = await calls.outreach.thread({ profile_id: profileId });
  const last = messages.findLast(({ replies }) => replies.some(({ kind }) => kind === 'reply'));
  if (!last) return;
  const subject = /^re:/i.test(last.subject) ? last.subject : `Re: ${last.subject}`;
  await calls.outreach.send({
    profile_id: profileId,
    email: arrival.to,
    subject,
    body: paragraphs(text),
    request_key: key,
    reply_to: last.id,
  });
}

/** Replies since the last working day stay unanswered for the visitor. */
export function reply(
  simulation: Simulation,
  arrival: Arrival,
  { mood, ...said }: Omit<Said, 'kind'> & { mood: Mood | 'agreed' },
): HistoryAction[] {
  const { story, at } = said;
  const random = randomFor(seed, arrival.number);
  const reading: HistoryAction = {
    key: `open ${arrival.number}`,
    at: addMinutes(at, -random.int(2, 9)),
    by: 'reader',
    do: ({ past }) => open(past, arrival),
  };
  const both = [reading, answer(simulation, arrival, said)];
  if (at > simulation.calendar.workday(1, '10:30')) return both;
  const text = random.pick(story.correspondence[writtenBack[mood]]);
  const key = `demo answer ${arrival.number}`;
  const when = nextWakingTime(addMinutes(at, random.int(25, 180)), { office: true });
  return [...both, actionOf(story.email, { key, at: when }, (calls) => writeBack(calls, { arrival, text, key }))];
}
