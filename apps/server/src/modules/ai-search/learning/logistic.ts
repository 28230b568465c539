/** What a person has, as names of features. */
export type Features = ReadonlySet<string>;

export interface Example {
  features: Features;
  isLiked: boolean;
}

export interface LearningInput {
  examples: readonly Example[];
  /** Share of the people to choose from who have the feature: what nearly everybody or nobody has tells nothing. */
  commonness: ReadonlyMap<string, number>;
  /** Weights to begin with, from what was asked for. */
  prior: ReadonlyMap<string, number>;
  /** How readily a feature is believed to be the reason: 1 is usual. */
  readiness?: (name: string) => number;
}

/** Weights of features; only of those that the judged people have. */
export type Model = ReadonlyMap<string, number>;

/** How strongly weights are held at the prior: a judgement or two move them, and never without bound. */
const penalty = 1;
const rounds = 400;

interface Rows {
  names: string[];
  /** By example: the places of its features among the names. */
  featureIndexes: number[][];
  /** What a feature counts where it is held, and on the average. */
  size: Float64Array;
  mean: Float64Array;
}

function rowsOf({ examples, commonness, readiness = () => 1 }: LearningInput): Rows {
  const names = [...new Set(examples.flatMap((example) => [...example.features]))].toSorted();
  const place = new Map(names.map((name, at) => [name, at]));
  return {
    names,
    featureIndexes: examples.map((example) => [...example.features].map((name) => place.get(name) ?? 0)),
    size: Float64Array.from(names, readiness),
    mean: Float64Array.from(names, (name) => (commonness.get(name) ?? 0) * readiness(name)),
  };
}

const dot = (weights: Float64Array, { size }: Rows, featureIndexes: readonly number[]) =>
  featureIndexes.reduce((sum, at) => sum + (weights[at] ?? 0) * (size[at] ?? 0), 0);

/** The step that never overshoots: the curvature of the loss is at most a quarter of the longest row, for each example. */
function stepOf({ featureIndexes, size, mean }: Rows): number {
  const base = mean.reduce((sum, share) => sum + share * share, 0);
  const longest = featureIndexes.reduce((sum, row) => {
    const own = row.reduce((part, at) => part + ((size[at] ?? 0) - (mean[at] ?? 0)) ** 2 - (mean[at] ?? 0) ** 2, 0);
    return sum + base + own;
  }, 0);
  return 1 / (penalty + longest / 4);
}

/**
 * Logistic regression with a Gaussian prior (L2), found by gradient descent from the prior; the same input gives the same weights.
 * Features are taken as the difference to the people to choose from, so likes alone, or dislikes alone, teach something as well.
 */
export function learn(input: LearningInput): Model {
  const rows = rowsOf(input);
  const { names, featureIndexes, size, mean } = rows;
  const start = Float64Array.from(names, (name, at) => (input.prior.get(name) ?? 0) / (size[at] ?? 1));
  const weights = start.slice();
  const step = stepOf(rows);
  for (let round = 0; round < rounds; round += 1) {
    const offset = weights.reduce((sum, weight, at) => sum + weight * (mean[at] ?? 0), 0);
    const gradient = new Float64Array(names.length);
    let errors = 0;
    for (const [at, { isLiked }] of input.examples.entries()) {
      const row = featureIndexes[at] ?? [];
      const error = (isLiked ? 1 : 0) - 1 / (1 + Math.exp(offset - dot(weights, rows, row)));
      errors += error;
      for (const place of row) gradient[place] = (gradient[place] ?? 0) + error * (size[place] ?? 0);
    }
    for (const [at, share] of mean.entries()) {
      const slope = (gradient[at] ?? 0) - errors * share - penalty * ((weights[at] ?? 0) - (start[at] ?? 0));
      weights[at] = (weights[at] ?? 0) + step * slope;
    }
  }
  return new Map(names.map((name, at) => [name, (weights[at] ?? 0) * (size[at] ?? 1)]));
}

/** Points of a person: 0 for one as people are on the whole. */
export function pointsOf(features: Features, model: Model, commonness: ReadonlyMap<string, number>): number {
  let points = 0;
  for (const [name, weight] of model) points += weight * ((features.has(name) ? 1 : 0) - (commonness.get(name) ?? 0));
  return points;
}

export function commonnessOf(people: Iterable<Features>): Map<string, number> {
  const counts = new Map<string, number>();
  let total = 0;
  for (const features of people) {
    total += 1;
    for (const name of features) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return new Map([...counts].map(([name, count]) => [name, count / Math.max(1, total)]));
}
