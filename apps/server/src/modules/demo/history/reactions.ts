import type { Arrival } from '../candidates-port.ts';
import { type Random, randomFor } from '../random.ts';
import { answer, type Mood, type Simulation, reply } from './answering.ts';
import { nextWakingTime, addMinutes } from './calendar.ts';
import type { HistoryAction } from './history-action.ts';
import { click, hasLink, open, unsubscribe } from './reader-visits.ts';
import { isMessage } from './messages.ts';
import type { Message, Story } from './story.ts';

interface Flow {
  key: string;
  kind: 'vacancy' | 'sequence' | 'running_mailing';
  messages: readonly Message[];
  hasMishaps: boolean;
}

/** `slowest`: maximum minutes until opening. `answersEvery`: interval of answered messages. */
const readerHabits = {
  vacancy: { opens: 0.52, clicks: 0.2, answersEvery: 0, slowest: 26 * 60 },
  sequence: { opens: 0.5, clicks: 0.2, answersEvery: 6, slowest: 20 * 60 },
  running_mailing: { opens: 0.45, clicks: 0.12, answersEvery: 7, slowest: 30 },
} as const;

/** Events of readers who do not answer, by their order in the mailing. */
const outOfOffice = 8;
const fates: Readonly<Record<number, 'bounce_hard' | 'out_of_office' | 'unsubscribe'>> = {
  3: 'bounce_hard',
  6: 'unsubscribe',
  [outOfOffice]: 'out_of_office',
};

const seed = 20_261_123;

const flowsOf = ({ mailings, sequence, runningMailing }: Story): Flow[] => [
  ...mailings.map(({ vacancy, messages, hasMishaps = false }): Flow => ({ key: vacancy, kind: 'vacancy', messages, hasMishaps })),
  ...(sequence ? [{ key: 'sequence', kind: 'sequence' as const, messages: sequence.messages, hasMishaps: true }] : []),
  ...(runningMailing ? [{ key: 'wave', kind: 'running_mailing' as const, messages: runningMailing.messages, hasMishaps: true }] : []),
];

interface Received {
  story: Story;
  flow: Flow;
  at: Date;
  random: Random;
}

function nextOf({ counts }: Simulation, { story, flow }: Received, what: 'message' | 'silence'): number {
  const place = `${story.email} ${flow.key} ${what}`;
  const number = (counts.get(place) ?? 0) + 1;
  counts.set(place, number);
  return number;
}

function withoutAnswer(simulation: Simulation, arrival: Arrival, received: Received): HistoryAction[] {
  const { story, flow, at, random } = received;
  const number = nextOf(simulation, received, 'silence');
  const fate = flow.hasMishaps || number === outOfOffice ? fates[number] : undefined;
  if (fate === 'unsubscribe') {
    return [
      {
        key: `leave ${arrival.number}`,
        at: nextWakingTime(addMinutes(at, 95)),
        by: 'reader',
        do: ({ past }) => unsubscribe(past, arrival),
      },
    ];
  }
  if (fate) {
    const text = fate === 'out_of_office' ? story.correspondence.away : '';
    return [answer(simulation, arrival, { story, at: addMinutes(at, 1), kind: fate, text })];
  }
  const { opens, clicks, slowest } = readerHabits[flow.kind];
  if (!random.chance(opens)) return [];
  const wait = addMinutes(at, 2 + Math.floor(random.next() ** 2 * slowest));
  const openedAt = flow.kind === 'running_mailing' ? wait : nextWakingTime(wait);
  const opening: HistoryAction = { key: `open ${arrival.number}`, at: openedAt, by: 'reader', do: ({ past }) => open(past, arrival) };
  if (!hasLink(arrival) || !random.chance(clicks / opens)) return [opening];
  return [
    opening,
    { key: `click ${arrival.number}`, at: addMinutes(openedAt, random.int(1, 4)), by: 'reader', do: ({ past }) => click(past, arrival) },
  ];
}

function moodOf(steps: readonly { status: string }[], random: Random): Mood {
  const last = steps.at(-1)?.status;
  if (last === 'Rejected' && !steps.some(({ status }) => status === 'Interview')) return 'declined';
  return last === 'Replied' && random.chance(0.5) ? 'curious' : 'interested';
}

const anyMood = ['interested', 'interested', 'curious', 'declined'] as const;

function toMailing(simulation: Simulation, arrival: Arrival, received: Received): HistoryAction[] {
  const { story, flow, at, random } = received;
  const person =
    flow.kind === 'vacancy' ? simulation.people.find((one) => one.vacancy === flow.key && one.emails.includes(arrival.to)) : undefined;
  const replied = person?.steps.find(({ status }) => status === 'Replied')?.at;
  const number = nextOf(simulation, received, 'message');
  const answers = flow.kind === 'vacancy' ? replied !== undefined && replied > at : number % readerHabits[flow.kind].answersEvery === 4;
  if (!answers) return withoutAnswer(simulation, arrival, received);
  const mood = person ? moodOf(person.steps, random) : random.pick(anyMood);
  simulation.moods.set(`${story.email} ${arrival.to}`, mood);
  const text = random.pick(story.correspondence[mood]);
  if (replied) {
    // The reply precedes the change of status by the recruiter.
    const before = addMinutes(replied, -random.int(15, 110));
    return reply(simulation, arrival, { story, at: before > addMinutes(at, 12) ? before : addMinutes(at, 12), mood, text });
  }
  const repliedAt =
    flow.kind === 'running_mailing' ? addMinutes(at, random.int(6, 40)) : nextWakingTime(addMinutes(at, random.int(50, 9 * 60)));
  return reply(simulation, arrival, { story, at: repliedAt, mood, text });
}

function toPerson(simulation: Simulation, arrival: Arrival, { story, at }: Pick<Received, 'story' | 'at'>): HistoryAction[] {
  const random = randomFor(seed, arrival.number * 11);
  const place = `${story.email} ${arrival.to}`;
  const mood = simulation.moods.get(place);
  if (mood === undefined || mood === 'declined' || !random.chance(0.6)) {
    return [
      {
        key: `open ${arrival.number}`,
        at: nextWakingTime(addMinutes(at, random.int(4, 90))),
        by: 'reader',
        do: ({ past }) => open(past, arrival),
      },
    ];
  }
  simulation.moods.delete(place);
  const text = random.pick(story.correspondence.agreed);
  return reply(simulation, arrival, { story, at: nextWakingTime(addMinutes(at, random.int(95, 300))), mood: 'agreed', text });
}

/** Deterministic in the order of arrival, so that an interrupted history resumes identically. */
export function reactionsTo(simulation: Simulation, arrival: Arrival, at: Date): HistoryAction[] {
  const story = simulation.stories.find(({ email }) => email === arrival.from);
  if (!story) return [];
  const isAnswer = /^re:/i.test(arrival.subject);
  const flow = isAnswer
    ? undefined
    : flowsOf(story).find(({ messages }) => messages.some((message) => isMessage(message, arrival.subject)));
  if (!flow) return toPerson(simulation, arrival, { story, at });
  return toMailing(simulation, arrival, { story, flow, at, random: randomFor(seed, arrival.number * 7) });
}
