import { type Repetition, repetitions } from './repetitions.ts';

/** Milliseconds of the processor that 100 KB of any text may take, and as many for what is done once. */
const perHundredKilobytes = 50;
const full = 2 * 1024 * 1024;
/** What grows with the square shows at the second; first with little, so that a reader that is slow beyond measure fails soon. */
const sizes = [4 * 1024, 64 * 1024, full];
const tries = 4;
/** Of what seems to take too long: the first tries run before the code is compiled, and beside other work. */
const moreTries = 20;
/** Between them, in milliseconds: what shares the processor for a while also slows down what is counted. */
const pause = 200;
/** Below that the growth says nothing: collecting garbage takes as long. */
const measurable = 100;

/** Time of the processor, as the machine may have other work; the least of some tries, as it does other work of its own. */
async function cost(work: () => unknown, isEnough: (ms: number) => boolean, allowed = Number.POSITIVE_INFINITY): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let count = 0; count < (least > allowed ? moreTries : tries); count += 1) {
    if (count >= tries) await new Promise((resolve) => setTimeout(resolve, pause));
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
    if (isEnough(least)) break;
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

async function problemWith({ read, once = 0 }: Reader, repetition: Repetition, most: number): Promise<string | undefined> {
  const selected = repetition.isBetweenWords ? sizes : sizes.slice(0, -1);
  for (const size of new Set(selected.map((each) => Math.min(each, most)))) {
    const text = repetition.of(size);
    const allowed = once + perHundredKilobytes * (1 + size / 100_000);
    const took = await cost(
      () => read(text),
      (ms) => ms < allowed / 4,
      allowed,
    );
    if (took > allowed) return `${size} characters of ${repetition.name} took ${Math.round(took)} ms, of ${Math.round(allowed)} allowed`;
    if (took < Math.max(allowed / 4, measurable)) continue;
    const half = repetition.of(size / 2);
    const tookHalf = await cost(
      () => read(half),
      (ms) => took < ms * 3,
    );
    if (took > tookHalf * 3) return `twice as much of ${repetition.name} took ${Math.round(tookHalf)} and then ${Math.round(took)} ms`;
  }
  return undefined;
}

/** What of the hostile texts a reader does not read in time that grows with their length. Empty where all is well. */
export async function slowReadings(reader: Reader): Promise<string[]> {
  const problems: string[] = [];
  for (const repetition of repetitions) {
    const problem = await problemWith(reader, repetition, reader.most ?? full);
    if (problem !== undefined) problems.push(problem);
    if (problems.length >= 5) break;
  }
  return problems;
}
