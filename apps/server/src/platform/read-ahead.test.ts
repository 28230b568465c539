import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { readAhead } from './read-ahead.ts';

async function collect<T>(source: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of source) all.push(item);
  return all;
}

describe('readAhead', () => {
  it('yields results in order and computes one ahead', async () => {
    const steps: string[] = [];
    const answers = readAhead([3, 1, 2], async (item) => {
      steps.push(`begin ${item}`);
      await sleep(item);
      steps.push(`end ${item}`);
      return item * 10;
    });
    for await (const answer of answers) {
      await sleep(20);
      steps.push(`used ${answer}`);
    }
    expect(steps).toEqual(['begin 3', 'end 3', 'begin 1', 'end 1', 'used 30', 'begin 2', 'end 2', 'used 10', 'used 20']);
    expect(await collect(readAhead([], (item) => Promise.resolve(item)))).toEqual([]);
  });

  it('can be chained', async () => {
    const doubled = readAhead([1, 2, 3], (item) => Promise.resolve(item * 2));
    expect(await collect(readAhead(doubled, (item) => Promise.resolve(item + 1)))).toEqual([3, 5, 7]);
  });

  it('throws an error after the preceding results', async () => {
    const seen: number[] = [];
    const answers = readAhead([1, 2, 3], (item) => (item === 2 ? Promise.reject(new Error('no second')) : Promise.resolve(item)));
    await expect(
      (async () => {
        for await (const answer of answers) seen.push(answer);
      })(),
    ).rejects.toThrow('no second');
    expect(seen).toEqual([1]);
  });

  it('waits for pending work when the reader stops, and ends the source', async () => {
    let made = 0;
    let isOver = false;
    function* source() {
      try {
        yield* [1, 2, 3];
      } finally {
        isOver = true;
      }
    }
    for await (const answer of readAhead(source(), async (item) => sleep(10).then(() => (made = item)))) if (answer === 1) break;
    expect({ made, isOver }).toEqual({ made: 2, isOver: true });
  });
});
