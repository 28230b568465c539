import { z } from 'zod';
import type { Lexicon, NamedThing, NameKind } from '@headwater/domain/plain-query/lexicon';
import type { PlainQuery, Slot } from '@headwater/domain/plain-query/plain-query';
import { lexiconKey } from '@headwater/domain/plain-query/words';

const few = <T extends z.ZodType>(item: T) => z.array(item).max(40).default([]);
const name = z.string().trim().min(1).max(100);
const excluded = z.boolean().default(false);
const years = z.number().min(0).max(60).nullable().default(null);

/** The model returns names only; the lexicon resolves them to ids. */
export const modelAnswer = z.object({
  titles: few(z.object({ name, excluded })),
  skills: few(z.object({ name, excluded, need: z.enum(['all', 'any', 'nice']).default('all'), years })),
  places: few(z.object({ name, excluded, km: z.number().min(0).max(1000).nullable().default(null) })),
  companies: few(z.object({ name, excluded, current: z.boolean().default(false) })),
  schools: few(z.object({ name, excluded })),
  industries: few(z.object({ name, excluded })),
  languages: few(
    z.object({
      name,
      excluded,
      need: z.enum(['all', 'any']).default('all'),
      level: z.enum(['native', 'fluent', 'advanced', 'intermediate', 'basic']).nullable().default(null),
    }),
  ),
  seniority: few(z.object({ level: z.enum(['junior', 'middle', 'senior']), excluded })),
  experience: z.object({ min: years, max: years }).nullable().default(null),
  degrees: few(z.enum(['bachelor', 'master', 'doctor'])),
  remote: z.boolean().default(false),
  freelance: z.boolean().default(false),
});
export type ModelAnswer = z.infer<typeof modelAnswer>;

export const task = `You turn a recruiter's request into search conditions. Answer with JSON of the given schema only.
Use only what the request says; never add conditions. Write names of titles, skills, places, companies, industries and languages in English,
in their usual form ("Go", "Backend developer", "Saint Petersburg"). "excluded" is true for what must not be. The "need" of a skill or
language is "all" when it is required, "any" when it is one of alternatives; "nice" when a skill is only wished for; "years" is its least years of use.
"experience" is years of work in all. Leave lists empty and values null for what the request does not say.`;

const kinds: Record<'titles' | 'skills' | 'places' | 'companies' | 'industries' | 'languages', readonly NameKind[]> = {
  titles: ['title'],
  skills: ['skill'],
  places: ['country', 'area', 'city', 'region'],
  companies: ['company'],
  industries: ['industry'],
  languages: ['language'],
};

export function readModelAnswer(answer: ModelAnswer, lexicon: Lexicon): PlainQuery {
  const rest: string[] = [];
  const find = (list: keyof typeof kinds, said: string): NamedThing | undefined => {
    const allowed = kinds[list];
    const [found] = lexicon
      .named(lexiconKey(said))
      .filter((thing) => allowed.includes(thing.kind))
      .toSorted((left, right) => allowed.indexOf(left.kind) - allowed.indexOf(right.kind) || left.rarity - right.rarity);
    if (!found) rest.push(said);
    return found;
  };
  const slots: Slot[] = [];
  const take = <T extends { name: string; excluded: boolean }>(
    list: keyof typeof kinds,
    items: readonly T[],
    make: (thing: { id: string; name: string; isExcluded: boolean }, item: T, kind: NameKind) => Slot,
  ) => {
    for (const item of items) {
      const thing = find(list, item.name);
      if (thing) slots.push(make({ id: thing.id, name: thing.name, isExcluded: item.excluded }, item, thing.kind));
    }
  };
  take('titles', answer.titles, (thing) => ({ ...thing, kind: 'title' }));
  take('skills', answer.skills, (thing, { need, years: of }) => ({
    ...thing,
    kind: 'skill',
    join: need,
    ...(of !== null && of >= 2 ? { years: of } : {}),
  }));
  take('places', answer.places, (thing, { km }, kind) => ({
    ...thing,
    kind: 'place',
    place: kind as 'city',
    ...(km && kind === 'city' ? { km } : {}),
  }));
  take('companies', answer.companies, (thing, { current }) => ({ ...thing, kind: 'company', isCurrent: current }));
  take('industries', answer.industries, (thing) => ({ ...thing, kind: 'industry' }));
  take('languages', answer.languages, (thing, { level, need }) => ({
    ...thing,
    kind: 'language',
    level: level ?? undefined,
    ...(need === 'any' && !thing.isExcluded ? { isAlternative: true } : {}),
  }));
  for (const { name: said, excluded: isExcluded } of answer.schools) {
    const school = lexicon.school(said);
    if (school) slots.push({ kind: 'school', ...school, isExcluded });
    else rest.push(said);
  }
  slots.push(...ownSlots(answer));
  return { slots, rest };
}

function ownSlots({ seniority, experience, degrees, remote, freelance }: ModelAnswer): Slot[] {
  const { min = null, max = null } = experience ?? {};
  const isRange = (min !== null || max !== null) && !(min !== null && max !== null && min > max);
  return [
    ...seniority.map(({ level, excluded: isExcluded }): Slot => ({ kind: 'level', level, isExcluded })),
    ...(isRange ? [{ kind: 'experience', min, max } as const] : []),
    ...degrees.map((level): Slot => ({ kind: 'degree', level, isExcluded: false })),
    ...(remote ? [{ kind: 'flag', flag: 'remote', isExcluded: false } as const] : []),
    ...(freelance ? [{ kind: 'flag', flag: 'isFreelancer', isExcluded: false } as const] : []),
  ];
}
