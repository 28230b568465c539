import { processorMs } from './processor-time.ts';
import { type Repetition, repetitions } from './repetitions.ts';
import { sampleOf } from './sample.ts';

/** Processor milliseconds on a machine of usual speed. */
const perHundredKilobytes = 50;
const full = 2 * 1024 * 1024;
/** Quadratic growth shows at the second size; the first one fails quickly for very slow readers. */
const sizes = [4 * 1024, 64 * 1024, full];
const tries = 4;
/** Retries for slow results: first runs are uncompiled and share the processor. */
const moreTries = 8;
/** Milliseconds between retries, as other load also slows the measurement. */
const pause = 200;
const measurable = 100;

/** Sampled repetitions of about 540. */
const sampled = 10;

/** Typical work of readers: regular expressions, strings, small objects. */
const exampleText = Array.from({ length: 4000 }, (_, at) => `word${at} a.b@c.test, <p>${at}</p>`).join('\n');
function exampleWork(): number {
  const counts = new Map<string, number>();
  for (const [one] of exampleText.matchAll(/[a-z]+\d+|<[^>]*>|[^\s@]+@[^\s@]+\.\w+/g)) counts.set(one, (counts.get(one) ?? 0) + 1);
  const lines = exampleText.split('\n').map((line) => ({ line: line.toLowerCase().normalize('NFKC'), size: Array.from(line).length }));
  return counts.size + JSON.stringify(lines).length;
}
/** Processor milliseconds of the example work on a machine of usual speed. */
const exampleTakes = 4;

async function cost(work: () => unknown, isEnough: (ms: number) => boolean, most = tries): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let count = 0; count < most && !isEnough(least); count += 1) {
    if (count >= tries) await new Promise((resolve) => setTimeout(resolve, pause));
    least = Math.min(least, await processorMs(work));
  }
  return least;
}

/** Slowness of this machine now, at least 1. */
const slowness = async (): Promise<number> => Math.max(1, (await cost(exampleWork, () => false, 2)) / exampleTakes);

/** Lowest cost in milliseconds of a machine of usual speed. */
async function usualCost(work: () => unknown, isEnough: (ms: number) => boolean): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let count = 0; count < moreTries && !isEnough(least); count += 1) {
    if (count > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    const before = await slowness();
    const ms = await processorMs(work);
    least = Math.min(least, ms / ((before + (await slowness())) / 2));
  }
  return least;
}

export interface Reader {
  name: string;
  read(text: string): unknown;
  /** Longest accepted input; longer texts are refused or truncated earlier. */
  most?: number;
  /** Processor milliseconds of fixed costs; default 0. */
  once?: number;
}

/** Double length takes double time; quadratic growth takes four times. */
const isLinear = (whole: number, half: number) => whole <= half * 3;

async function problemWith({ read, once = 0 }: Reader, repetition: Repetition, most: number): Promise<string | undefined> {
  const selected = repetition.isBetweenWords ? sizes : sizes.slice(0, -1);
  for (const size of new Set(selected.map((each) => Math.min(each, most)))) {
    const text = repetition.of(size);
    const usual = once + perHundredKilobytes * (1 + size / 100_000);
    const harmless = Math.max(usual / 2, measurable);
    const took = await cost(
      () => read(text),
      (ms) => ms <= usual,
    );
    if (took > usual) {
      const least = await usualCost(
        () => read(text),
        (ms) => ms <= usual,
      );
      if (least > usual) return `${size} characters of ${repetition.name} took ${Math.round(least)} ms, of ${Math.round(usual)} allowed`;
    }
    if (took < harmless) continue;
    const half = repetition.of(size / 2);
    const tookHalf = await cost(
      () => read(half),
      (ms) => isLinear(took, ms),
    );
    const again = await cost(
      () => read(text),
      (ms) => isLinear(Math.min(took, ms), tookHalf),
      isLinear(took, tookHalf) ? 0 : moreTries,
    );
    if (!isLinear(Math.min(took, again), tookHalf)) {
      return `twice as much of ${repetition.name} took ${Math.round(tookHalf)} and then ${Math.round(Math.min(took, again))} ms`;
    }
  }
  return undefined;
}

/** All repetitions in a proof, else a sample. */
export async function slowReadings(reader: Reader): Promise<string[]> {
  const problems: string[] = [];
  for (const repetition of sampleOf(repetitions, sampled, reader.name)) {
    const problem = await problemWith(reader, repetition, reader.most ?? full);
    if (problem !== undefined) problems.push(problem);
    if (problems.length >= 5) break;
  }
  return problems;
}
