import { type Repetition, repetitions } from './repetitions.ts';
import { sampleOf } from './sample.ts';

/** Milliseconds of the processor that 100 KB of any text may take on a machine of the usual speed, and as many for what is done once. */
const perHundredKilobytes = 50;
const full = 2 * 1024 * 1024;
/** What grows with the square shows at the second; first with little, so that a reader that is slow beyond measure fails soon. */
const sizes = [4 * 1024, 64 * 1024, full];
const tries = 4;
/** Of what seems to take too long: the first tries run before the code is compiled, and beside other work. */
const moreTries = 8;
/** Between them, in milliseconds: what shares the processor for a while also slows down what is counted. */
const pause = 200;
/** Milliseconds; less does not show how a time grows. */
const measurable = 100;

/** Repetitions of a sample, out of about 540. */
const sampled = 60;

/** What readers do: expressions, strings, many small objects. */
const exampleText = Array.from({ length: 4000 }, (_, at) => `word${at} a.b@c.test, <p>${at}</p>`).join('\n');
function exampleWork(): number {
  const counts = new Map<string, number>();
  for (const [one] of exampleText.matchAll(/[a-z]+\d+|<[^>]*>|[^\s@]+@[^\s@]+\.\w+/g)) counts.set(one, (counts.get(one) ?? 0) + 1);
  const lines = exampleText.split('\n').map((line) => ({ line: line.toLowerCase().normalize('NFKC'), size: Array.from(line).length }));
  return counts.size + JSON.stringify(lines).length;
}
/** Milliseconds of the processor that this takes on a machine of the usual speed. */
const exampleTakes = 4;

/** Time of the processor in milliseconds, as the machine may have other work. */
async function timeOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The least of some tries, as the process does other work of its own. */
async function cost(work: () => unknown, isEnough: (ms: number) => boolean, most = tries): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let count = 0; count < most && !isEnough(least); count += 1) {
    if (count >= tries) await new Promise((resolve) => setTimeout(resolve, pause));
    least = Math.min(least, await timeOf(work));
  }
  return least;
}

/** How many times slower than usual this machine is now: others share its processors and its memory. At least 1. */
const slowness = async (): Promise<number> => Math.max(1, (await cost(exampleWork, () => false, 2)) / exampleTakes);

/** The least that some work takes by the speed that the machine has while it does it, in milliseconds of one of the usual speed. */
async function usualCost(work: () => unknown, isEnough: (ms: number) => boolean): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let count = 0; count < moreTries && !isEnough(least); count += 1) {
    if (count > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    const before = await slowness();
    const ms = await timeOf(work);
    least = Math.min(least, ms / ((before + (await slowness())) / 2));
  }
  return least;
}

export interface Reader {
  name: string;
  read(text: string): unknown;
  /** The longest text that it is given; longer ones are refused or cut before. */
  most?: number;
  /** Milliseconds of the processor for what is bounded by itself, and reached by short texts already; none unless given. */
  once?: number;
}

/** Twice as much takes twice as long; a square takes four times. */
const isLinear = (whole: number, half: number) => whole <= half * 3;

async function problemWith({ read, once = 0 }: Reader, repetition: Repetition, most: number): Promise<string | undefined> {
  const selected = repetition.isBetweenWords ? sizes : sizes.slice(0, -1);
  for (const size of new Set(selected.map((each) => Math.min(each, most)))) {
    const text = repetition.of(size);
    const usual = once + perHundredKilobytes * (1 + size / 100_000);
    // Of what takes so little at the size that is let in, the growth says nothing: collecting garbage takes as long.
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
    // The half may have been read while the machine was faster.
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

/** Lists the hostile texts that a reader reads in more than linear time: of all repetitions in a proof, else of a sample. */
export async function slowReadings(reader: Reader): Promise<string[]> {
  const problems: string[] = [];
  for (const repetition of sampleOf(repetitions, sampled, reader.name)) {
    const problem = await problemWith(reader, repetition, reader.most ?? full);
    if (problem !== undefined) problems.push(problem);
    if (problems.length >= 5) break;
  }
  return problems;
}
