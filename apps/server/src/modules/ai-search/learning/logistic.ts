export type Features = ReadonlySet<string>;

export interface Example {
  features: Features;
  isLiked: boolean;
}

export interface LearningInput {
  examples: readonly Example[];
  /** Very common or rare features are not informative. */
  commonness: ReadonlyMap<string, number>;
  prior: ReadonlyMap<string, number>;
  readiness?: (name: string) => number;
}

export type Model = ReadonlyMap<string, number>;

/** L2 penalty: a few ratings move a weight, but never far. */
const penalty = 1;
const rounds = 400;

interface Rows {
  names: string[];
  featureIndexes: number[][];
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

/** Safe step size: the curvature per example is at most a quarter of the squared row length. */
function stepOf({ featureIndexes, size, mean }: Rows): number {
  const base = mean.reduce((sum, share) => sum + share * share, 0);
  const longest = featureIndexes.reduce((sum, row) => {
    const own = row.reduce((part, at) => part + ((size[at] ?? 0) - (mean[at] ?? 0)) ** 2 - (mean[at] ?? 0) ** 2, 0);
    return sum + base + own;
  }, 0);
  return 1 / (penalty + longest / 4);
}

/**
 * Logistic regression with a Gaussian prior (L2). Features are relative to their mean, so that
 * likes alone teach as well.
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
