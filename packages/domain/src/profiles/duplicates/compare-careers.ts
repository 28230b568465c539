import type { JobFacts, PersonFacts, SchoolFacts } from './person-facts.ts';

type JobLikeness = 'start_month' | 'start_year' | 'overlap' | 'employer' | 'other_time';

export interface SharedJob {
  name: string;
  likeness: JobLikeness;
  isTitleSame: boolean;
}

export interface CareerComparison {
  shared: SharedJob[];
  monthsTogether: number;
  monthsApart: number;
}

const order: readonly JobLikeness[] = ['start_month', 'start_year', 'overlap', 'employer', 'other_time'];

const firstMonth = ({ startMonth, startYear }: JobFacts) => startMonth ?? (startYear === null ? null : startYear * 12 + 6);

function overlapOf(one: JobFacts, other: JobFacts): number {
  const [oneStart, otherStart] = [firstMonth(one), firstMonth(other)];
  if (oneStart === null || otherStart === null || one.endMonth === null || other.endMonth === null) return 0;
  return Math.max(0, Math.min(one.endMonth, other.endMonth) - Math.max(oneStart, otherStart));
}

function likenessOf(one: JobFacts, other: JobFacts): JobLikeness {
  if (one.startYear === null || other.startYear === null) return 'employer';
  if (one.startMonth !== null && other.startMonth !== null) {
    if (Math.abs(one.startMonth - other.startMonth) <= 1) return 'start_month';
  } else if (one.startYear === other.startYear) return 'start_year';
  return overlapOf(one, other) > 3 ? 'overlap' : 'other_time';
}

const isTitleSame = (one: JobFacts, other: JobFacts) => {
  const common = one.title.filter((word) => other.title.includes(word)).length;
  return common > 0 && common * 2 >= Math.max(one.title.length, other.title.length);
};

export function compareCareers(left: readonly JobFacts[], right: readonly JobFacts[]): CareerComparison {
  const shared = new Map<string, SharedJob>();
  let monthsTogether = 0;
  let monthsApart = 0;
  for (const one of left) {
    for (const other of right) {
      const months = overlapOf(one, other);
      if (one.employer !== other.employer) {
        monthsApart += months;
        continue;
      }
      monthsTogether += months;
      const job = { name: one.name, likeness: likenessOf(one, other), isTitleSame: isTitleSame(one, other) };
      const before = shared.get(one.employer);
      if (!before || order.indexOf(job.likeness) < order.indexOf(before.likeness)) shared.set(one.employer, job);
    }
  }
  const best = [...shared.values()].toSorted((one, other) => order.indexOf(one.likeness) - order.indexOf(other.likeness));
  return { shared: best, monthsTogether, monthsApart };
}

export interface SharedSchool {
  name: string;
  years: 'same' | 'different' | 'unknown';
}

const yearsOf = (one: SchoolFacts, other: SchoolFacts): SharedSchool['years'] => {
  if (one.endYear === null || other.endYear === null) return 'unknown';
  return one.endYear === other.endYear ? 'same' : 'different';
};

export function sharedSchool({ schools: left }: PersonFacts, { schools: right }: PersonFacts): SharedSchool | undefined {
  const both = left.flatMap((one) =>
    right.filter(({ school }) => school === one.school).map((other) => ({ name: one.name, years: yearsOf(one, other) })),
  );
  return both.find(({ years }) => years === 'same') ?? both.find(({ years }) => years === 'unknown') ?? both[0];
}
