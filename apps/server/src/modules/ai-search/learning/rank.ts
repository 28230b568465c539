import { readinessOf } from './features.ts';
import type { FeatureField, Learnt } from './fields.ts';
import { commonnessOf, type Example, type Features, learn, type Model, pointsOf } from './logistic.ts';

export type Judgement = 'like' | 'dislike';

export interface RankingInput {
  people: readonly { id: number; features: Features }[];
  judged: ReadonlyMap<number, Judgement>;
  prior: ReadonlyMap<string, number>;
}

export interface Ranking {
  ids: number[];
  prefers: Learnt[];
  avoids: Learnt[];
}

/** The first rank scores 0; the hundredth loses as much as one strong feature gains. */
const relevance = (rank: number) => -0.35 * Math.log2(1 + rank / 10);
const shownMarks = 6;
/** Weaker marks are not shown, neither are those below a third of the strongest. */
const weakest = 0.02;
const leastShare = 1 / 3;

/** City and country cover regions. Features of one or two people only describe these. */
const isUninformative = (name: string) => name.startsWith('languageLevel:') || /^location:[A-Z]{2}\./.test(name);
const leastHolders = (people: number) => (people < 20 ? 2 : 3);

interface Crowd {
  commonness: ReadonlyMap<string, number>;
  size: number;
}

function strongest(model: Model, sign: 1 | -1, { commonness, size }: Crowd): Learnt[] {
  const marks = [...model]
    .filter(([name]) => !isUninformative(name) && (commonness.get(name) ?? 0) * size >= leastHolders(size) - 0.5)
    .map(([name, weight]) => ({ name, weight: weight * sign * (1 - (commonness.get(name) ?? 0)) }))
    .filter(({ weight }) => weight >= weakest)
    .toSorted((left, right) => right.weight - left.weight || (left.name < right.name ? -1 : 1));
  const least = (marks[0]?.weight ?? 0) * leastShare;
  const seen = new Set<string>();
  return marks
    .filter(({ weight }) => weight >= least)
    .flatMap(({ name, weight }) => {
      const [field = '', ...rest] = name.split(':');
      const value = rest.join(':');
      const thing = `${field
        .replace('mainSkill', 'skill')
        .replace(/^(?:current|past)Position/, 'position')
        .replace('lastCompany', 'company')}:${value}`;
      if (seen.has(thing)) return [];
      seen.add(thing);
      return [{ field: field as FeatureField, value, weight: Math.round(weight * 1000) / 1000 }];
    })
    .slice(0, shownMarks);
}

/** Disliked people come last. Ties keep the order of relevance. */
export function rankPeople({ people, judged, prior }: RankingInput): Ranking {
  const commonness = commonnessOf(people.map(({ features }) => features));
  const examples = people.flatMap(({ id, features }): Example[] => {
    const judgement = judged.get(id);
    return judgement ? [{ features, isLiked: judgement === 'like' }] : [];
  });
  const learned = learn({ examples, commonness, prior, readiness: readinessOf });
  // Requested features count even if no rated person has them.
  const model: Model = new Map([...prior, ...learned]);
  const points = new Map(
    people.map(({ id, features }, rank) => {
      const last = judged.get(id) === 'dislike' ? -1000 : 0;
      return [id, relevance(rank) + pointsOf(features, model, commonness) + last] as const;
    }),
  );
  const crowd = { commonness, size: people.length };
  return {
    ids: people.map(({ id }) => id).toSorted((left, right) => (points.get(right) ?? 0) - (points.get(left) ?? 0)),
    prefers: examples.length > 0 ? strongest(learned, 1, crowd) : [],
    avoids: examples.length > 0 ? strongest(learned, -1, crowd) : [],
  };
}
