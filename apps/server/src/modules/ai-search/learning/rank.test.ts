import { profileData } from '@headwater/contract/profile-data';
import { describe, expect, it } from 'vitest';
import { generateProfiles } from '#modules/demo/generate.ts';
import { featuresOf } from './features.ts';
import { type Features, learn, pointsOf } from './logistic.ts';
import { type Judgement, rankPeople } from './rank.ts';

const today = new Date('2026-11-20T00:00:00Z');

/** Generated people, in an order that is unrelated to the wanted feature. */
function makePeople(count: number): { id: number; features: Features }[] {
  return [...generateProfiles({ count, today })].map((profile, at) => ({
    id: at + 1,
    features: featuresOf({ id: at + 1, companyId: null, data: profileData.parse(profile), updatedAt: today }, today),
  }));
}

const people = makePeople(1000);
const prior = new Map<string, number>();
const idsOf = (wanted: (features: Features) => boolean) =>
  new Set(people.filter((person) => wanted(person.features)).map((person) => person.id));

function someFeature(field: string): string {
  const counts = new Map<string, number>();
  for (const { features } of people)
    for (const name of features) if (name.startsWith(`${field}:`)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const [best] = [...counts].filter(([, count]) => count < people.length / 4).toSorted((left, right) => right[1] - left[1]);
  return best?.[0] ?? '';
}

/** Simulates a user who rates the first people shown. */
function judge(ids: readonly number[], wanted: ReadonlySet<number>, count: number): Map<number, Judgement> {
  const judged = new Map<number, Judgement>();
  for (const id of ids.filter((one) => wanted.has(one)).slice(0, count / 2)) judged.set(id, 'like');
  for (const id of ids.filter((one) => !wanted.has(one)).slice(0, count - judged.size)) judged.set(id, 'dislike');
  return judged;
}

/** Share of wanted people among the next twenty that are not rated. */
function shareOfWanted(ids: readonly number[], wanted: ReadonlySet<number>, judged: ReadonlyMap<number, Judgement>): number {
  const next = ids.filter((id) => !judged.has(id)).slice(0, 20);
  return next.filter((id) => wanted.has(id)).length / next.length;
}

describe('rankPeople', () => {
  it.each([
    ['a main skill', 'mainSkill', 10],
    ['an industry', 'industry', 14],
    ['a country', 'location', 20],
    ['a present position', 'currentPosition', 10],
  ])('[AIS-004] raises the share of people with %s among the next twenty', (_what, field, count) => {
    const feature = someFeature(field);
    const wanted = idsOf((features) => features.has(feature));
    const before = rankPeople({ people, judged: new Map(), prior });
    const judged = judge(before.ids, wanted, count);
    expect(judged.size).toBe(count);
    const after = rankPeople({ people, judged, prior });
    const [was, is] = [shareOfWanted(before.ids, wanted, judged), shareOfWanted(after.ids, wanted, judged)];
    expect(is).toBeGreaterThanOrEqual(0.6);
    expect(is - was).toBeGreaterThanOrEqual(0.35);
  });

  it('[AIS-004] reports the learned features', () => {
    const feature = someFeature('mainSkill');
    const { ids } = rankPeople({ people, judged: new Map(), prior });
    const wanted = idsOf((features) => features.has(feature));
    const { prefers, avoids } = rankPeople({ people, judged: judge(ids, wanted, 12), prior });
    expect(prefers.slice(0, 4).map((mark) => mark.value)).toContain(feature.split(':')[1]);
    expect(avoids.map((mark) => mark.value)).not.toContain(feature.split(':')[1]);
    for (const mark of [...prefers, ...avoids]) expect(mark.weight).toBeGreaterThan(0);
  });

  it('[AIS-004] is deterministic and independent of the order of ratings', () => {
    const industry = someFeature('industry');
    const wanted = idsOf((features) => features.has(industry));
    const { ids } = rankPeople({ people, judged: new Map(), prior });
    const judged = judge(ids, wanted, 16);
    const backwards = new Map([...judged].toReversed());
    const first = rankPeople({ people, judged, prior });
    expect(rankPeople({ people, judged, prior })).toEqual(first);
    expect(rankPeople({ people, judged: backwards, prior })).toEqual(first);
  });

  it('keeps the order of relevance without ratings, except for requested features', () => {
    expect(rankPeople({ people, judged: new Map(), prior }).ids).toEqual(people.map((person) => person.id));
    const speaks = people.find((person) => person.features.has('languageLevel:en:fluent'));
    const { ids } = rankPeople({ people, judged: new Map(), prior: new Map([['languageLevel:en:fluent', 3]]) });
    expect(ids.indexOf(speaks?.id ?? 0)).toBeLessThanOrEqual(people.findIndex((person) => person === speaks));
  });

  it('puts disliked people last and learns from likes alone', () => {
    const disliked = rankPeople({ people, judged: new Map([[1, 'dislike']]), prior });
    expect(disliked.ids.at(-1)).toBe(1);
    const commonness = new Map([['skill:1', 0.2]]);
    const model = learn({ examples: [{ features: new Set(['skill:1']), isLiked: true }], commonness, prior });
    expect(pointsOf(new Set(['skill:1']), model, commonness)).toBeGreaterThan(pointsOf(new Set(), model, commonness));
  });

  it('never learns from gender, origin or age', () => {
    const names = people.flatMap(({ features }) => [...features]);
    expect(names.length).toBeGreaterThan(people.length);
    expect(names.filter((name) => /^(?:gender|diversity|age|name)/.test(name))).toEqual([]);
  });
});
