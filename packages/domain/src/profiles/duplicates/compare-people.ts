import { isCommonLastName } from './common-names.ts';
import { compareCareers, type SharedJob, sharedSchool } from './compare-careers.ts';
import { compareGiven, compareLast, type GivenLikeness, type LastLikeness } from './name-facts.ts';
import type { PersonFacts } from './person-facts.ts';

export const duplicateReasons = [
  'email',
  'phone',
  'account',
  'link',
  'name',
  'name_form',
  'name_similar',
  'patronymic',
  'birthdate',
  'job',
  'employer',
  'school',
  'city',
  'last_name_differs',
  'first_name_differs',
  'patronymic_differs',
  'birthdate_differs',
  'gender_differs',
  'careers_differ',
  'city_differs',
] as const;
export type DuplicateReasonCode = (typeof duplicateReasons)[number];

export interface DuplicateReason {
  code: DuplicateReasonCode;
  value?: string;
}

/** Each point doubles the likelihood; a negative one halves it. */
interface Evidence extends DuplicateReason {
  points: number;
}

export interface Comparison {
  score: number;
  reasons: DuplicateReason[];
}

export const suggestedScore = 60;
const suggestedPoints = 14;
const scoreOfPoint = 4;

const phoneOfOthers = 8;
const contactPoints = { link: 16, account: 15, email: 18, phone: 12 } as const;

function contactEvidence(one: PersonFacts, other: PersonFacts, isOtherName: boolean): Evidence[] {
  const known = new Set(other.contacts.map(([type, hash]) => `${type}${hash}`));
  const types = new Set(one.contacts.flatMap(([type, hash]) => (known.has(`${type}${hash}`) ? [type] : [])));
  // A second contact counts less, as both come from one source.
  return [...types]
    .toSorted((left, right) => contactPoints[right] - contactPoints[left])
    .map((code, index) => ({ code, points: index > 0 ? 4 : code === 'phone' && isOtherName ? phoneOfOthers : contactPoints[code] }));
}

const givenPoints: Readonly<Record<GivenLikeness, number>> = {
  same: 0,
  related: -1.5,
  close: -2.5,
  initial: -5,
  missing: -7,
  different: -14,
};
const lastPoints: Readonly<Record<LastLikeness, number>> = { same: 0, close: -5, initial: -5, missing: -7, different: -14 };

/** Fewer points for common names. `namesakes` includes the two people. */
const rarity = (last: readonly string[], namesakes: number) =>
  Math.min(last.some(isCommonLastName) ? 8 : 11, 13 - 1.3 * Math.log2(Math.max(2, namesakes)));

interface NameLikeness {
  givenNames: GivenLikeness;
  last: LastLikeness;
}

const ofNames = ({ name: one }: PersonFacts, { name: other }: PersonFacts): NameLikeness => ({
  givenNames: compareGiven(one.givenNames, other.givenNames),
  last: compareLast(one.last, other.last),
});

const ofSwappedNames = ({ name: one }: PersonFacts, { name: other }: PersonFacts): NameLikeness => ({
  givenNames: compareGiven(one.givenNames, other.last),
  last: compareLast(one.last, other.givenNames),
});

function nameEvidence(one: PersonFacts, other: PersonFacts, namesakes: number): Evidence[] {
  const plain = ofNames(one, other);
  const swapped = plain.givenNames === 'different' && plain.last === 'different' ? ofSwappedNames(one, other) : plain;
  const { givenNames, last } = swapped.givenNames === 'same' && swapped.last === 'same' ? swapped : plain;
  const base = rarity(one.name.last, namesakes);
  if (givenNames === 'different') return [{ code: 'first_name_differs', points: -24 }];
  if (last === 'different') {
    const mayHaveMarried = one.gender !== 'male' && other.gender !== 'male' && givenNames !== 'initial';
    return [{ code: 'last_name_differs', points: (mayHaveMarried ? -3 : -7) + givenPoints[givenNames] }];
  }
  if (givenNames === 'missing' || last === 'missing') return [{ code: 'name_similar', points: givenNames === last ? -4 : -3 }];
  const points = base + givenPoints[givenNames] + lastPoints[last];
  if (givenNames === 'same' && last === 'same') return [{ code: 'name', points }];
  return [{ code: givenNames === 'related' && last === 'same' ? 'name_form' : 'name_similar', points }];
}

function patronymicEvidence({ name: one }: PersonFacts, { name: other }: PersonFacts): Evidence[] {
  if (one.suffix !== other.suffix && (one.suffix !== '' || other.suffix !== '')) return [{ code: 'patronymic_differs', points: -12 }];
  if (one.patronymic === '' || other.patronymic === '') return [];
  if (one.patronymic === other.patronymic) return [{ code: 'patronymic', points: one.patronymic.length > 1 ? 4 : 1 }];
  const likeness = compareLast([one.patronymic], [other.patronymic]);
  if (likeness === 'initial') return [{ code: 'patronymic', points: 1 }];
  return likeness === 'close' ? [] : [{ code: 'patronymic_differs', points: -12 }];
}

function isSlipOfDate(one: string, other: string): boolean {
  const [year, month, day] = one.split('-');
  if (other === `${year}-${day}-${month}`) return true;
  return [...one].filter((sign, index) => sign !== other[index]).length === 1;
}

function birthEvidence({ born: one }: PersonFacts, { born: other }: PersonFacts): Evidence[] {
  if (!one || !other) return [];
  if (one === other) return [{ code: 'birthdate', points: 10 }];
  return isSlipOfDate(one, other) ? [] : [{ code: 'birthdate_differs', points: -12 }];
}

const jobPoints: Readonly<Record<SharedJob['likeness'], readonly [number, number]>> = {
  start_month: [9.5, 7],
  start_year: [7, 3.5],
  overlap: [2.5, 1.5],
  employer: [4.5, 3.5],
  other_time: [0.5, 0.5],
};
const isSameJob = ({ likeness }: SharedJob) => likeness === 'start_month' || likeness === 'start_year';

function careerEvidence(one: PersonFacts, other: PersonFacts): Evidence[] {
  const { shared, monthsTogether, monthsApart } = compareCareers(one.jobs, other.jobs);
  const found = shared.map((job, index) => ({
    code: isSameJob(job) ? ('job' as const) : ('employer' as const),
    value: job.name,
    points: (index === 0 ? 1 : 0.7) * jobPoints[job.likeness][job.isTitleSame ? 0 : 1],
  }));
  if (monthsApart < 12 || monthsApart <= 3 * monthsTogether) return found;
  const points = shared.some(isSameJob) ? -3 : monthsApart >= 36 ? -9 : -6;
  return [...found, { code: 'careers_differ', points }];
}

const schoolPoints = { same: 4.5, unknown: 2, different: 0 } as const;

function placeEvidence(one: PersonFacts, other: PersonFacts): Evidence[] {
  const school = sharedSchool(one, other);
  const city = one.cities.find((place) => other.cities.some((known) => known.city === place.city));
  return [
    ...(school ? [{ code: 'school' as const, value: school.name, points: schoolPoints[school.years] }] : []),
    ...(city ? [{ code: 'city' as const, value: city.name, points: 1.5 }] : []),
    ...(!city && one.cities.length > 0 && other.cities.length > 0 ? [{ code: 'city_differs' as const, points: -2 }] : []),
  ];
}

const genderEvidence = ({ gender: one }: PersonFacts, { gender: other }: PersonFacts): Evidence[] =>
  one && other && one !== other ? [{ code: 'gender_differs', points: -8 }] : [];

export function comparePeople(one: PersonFacts, other: PersonFacts, namesakes = 2): Comparison {
  const names = nameEvidence(one, other, namesakes);
  const evidence = [
    ...contactEvidence(
      one,
      other,
      names.some(({ points }) => points < 0),
    ),
    ...names,
    ...patronymicEvidence(one, other),
    ...birthEvidence(one, other),
    ...careerEvidence(one, other),
    ...placeEvidence(one, other),
    ...genderEvidence(one, other),
  ];
  const points = evidence.reduce((sum, reason) => sum + reason.points, 0);
  const score = Math.round(Math.min(100, Math.max(0, suggestedScore + (points - suggestedPoints) * scoreOfPoint)));
  const reasons = evidence.toSorted((left, right) => right.points - left.points);
  return { score, reasons: reasons.map(({ code, value }) => (value === undefined ? { code } : { code, value })) };
}
