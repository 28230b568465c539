import { dayMs } from '@headwater/domain/time/durations';
import { type Random, randomFor, weighted } from './random.ts';
import type { DemoVacancy } from './vacancy.ts';

/** Something that happened to people in a vacancy: they were added, or all got a status. */
export interface TimelineEvent {
  at: Date;
  /** Undefined where they were added. */
  status?: string;
  profiles: readonly number[];
}

const seed = 20_261_122;
const hourMs = 60 * 60 * 1000;
const order = ['Contacted', 'Replied', 'Interview', 'Offer', 'Hired', 'Rejected'] as const;

/** Days are counted from 1 January 1970, a Thursday. */
const isWeekend = (day: number) => (day + 4) % 7 === 0 || (day + 4) % 7 === 6;
const sameOrBefore = (day: number): number => (isWeekend(day) ? sameOrBefore(day - 1) : day);
const sameOrAfter = (day: number): number => (isWeekend(day) ? sameOrAfter(day + 1) : day);

/** How far people get, and how many of them. */
const drawPath = weighted(
  [
    { share: 3, path: [] },
    { share: 18, path: ['Contacted'] },
    { share: 3, path: ['Contacted', 'Replied'] },
    { share: 3, path: ['Contacted', 'Replied', 'Interview'] },
    { share: 1, path: ['Contacted', 'Replied', 'Interview', 'Offer'] },
    { share: 2, path: ['Rejected'] },
    { share: 2, path: ['Contacted', 'Replied', 'Rejected'] },
    { share: 1, path: ['Contacted', 'Replied', 'Interview', 'Rejected'] },
  ] as const,
  ({ share }) => share,
);

/** The best fitting one of a filled position was hired; nobody else is left open. */
function pathOf(random: Random, { isFilled, isFirst }: { isFilled: boolean; isFirst: boolean }): readonly string[] {
  if (isFilled && isFirst) return order.slice(0, 5);
  const { path } = drawPath(random);
  return isFilled ? [...path.filter((status) => status !== 'Rejected'), 'Rejected'] : path;
}

/** What happens in a vacancy until `now`, in the order of time; the same people on the same day take the same course. */
export function timelineOf(vacancy: DemoVacancy, profiles: readonly number[], now: Date): TimelineEvent[] {
  const today = Math.floor(now.getTime() / dayMs);
  const lastDay = today - (vacancy.closedDaysAgo ?? 0);
  const events = new Map<string, { at: Date; status?: string; profiles: number[] }>();
  const note = (profileId: number, { day, status }: { day: number; status?: string }) => {
    // People are added in the morning; what follows has an hour of its own, so that no two changes of one day share a moment.
    const hour = 8 + (status ? order.indexOf(status as (typeof order)[number]) + 2 : 0);
    const at = new Date(day * dayMs + hour * hourMs + (day % 50) * 60_000);
    if (day > lastDay || at >= now) return;
    const key = `${day} ${status ?? ''}`;
    const event = events.get(key) ?? { at, ...(status ? { status } : {}), profiles: [] };
    event.profiles.push(profileId);
    events.set(key, event);
  };
  const { addedDaysAgo } = vacancy;
  for (const [index, profileId] of profiles.entries()) {
    const random = randomFor(seed, profileId);
    let day = sameOrBefore(today - (addedDaysAgo[index % addedDaysAgo.length] ?? 1));
    note(profileId, { day });
    for (const status of pathOf(random, { isFilled: vacancy.closedDaysAgo !== undefined, isFirst: index === 0 })) {
      day = sameOrAfter(day + random.int(1, 4));
      note(profileId, { day, status });
    }
  }
  return [...events.values()].toSorted((one, other) => one.at.getTime() - other.at.getTime());
}
