import { dayMs } from '@headwater/domain/time/durations';
import { type Random, randomFor, weighted } from './random.ts';
import type { DemoVacancy } from './vacancy.ts';

export interface TimelineEvent {
  at: Date;
  status?: string;
  profiles: readonly number[];
}

const seed = 20_261_122;
const hourMs = 60 * 60 * 1000;
const order = ['Contacted', 'Replied', 'Interview', 'Offer', 'Hired', 'Rejected'] as const;

/** Day 0 is 1 January 1970, a Thursday. */
const isWeekend = (day: number) => (day + 4) % 7 === 0 || (day + 4) % 7 === 6;
const sameOrBefore = (day: number): number => (isWeekend(day) ? sameOrBefore(day - 1) : day);
const sameOrAfter = (day: number): number => (isWeekend(day) ? sameOrAfter(day + 1) : day);

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

function pathOf(random: Random, { isFilled, isFirst }: { isFilled: boolean; isFirst: boolean }): readonly string[] {
  if (isFilled && isFirst) return order.slice(0, 5);
  const { path } = drawPath(random);
  return isFilled ? [...path.filter((status) => status !== 'Rejected'), 'Rejected'] : path;
}

export function timelineOf(vacancy: DemoVacancy, profiles: readonly number[], now: Date): TimelineEvent[] {
  const today = Math.floor(now.getTime() / dayMs);
  const lastDay = today - (vacancy.closedDaysAgo ?? 0);
  const events = new Map<string, { at: Date; status?: string; profiles: number[] }>();
  const addEvent = (profileId: number, { day, status }: { day: number; status?: string }) => {
    // Each status has its own hour, so that changes on one day differ in time.
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
    addEvent(profileId, { day });
    for (const status of pathOf(random, { isFilled: vacancy.closedDaysAgo !== undefined, isFirst: index === 0 })) {
      day = sameOrAfter(day + random.int(1, 4));
      addEvent(profileId, { day, status });
    }
  }
  return [...events.values()].toSorted((one, other) => one.at.getTime() - other.at.getTime());
}
