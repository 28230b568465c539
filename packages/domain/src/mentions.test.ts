import { describe, expect, it } from 'vitest';
import { leastProcessorMs } from './testing/processor-time.ts';
import { mentionedIn, mentionsIn } from './mentions.ts';

const people = [
  { id: 1, name: 'Ann Lee' },
  { id: 2, name: 'Ann Leeson' },
  { id: 3, name: 'Мария Соколова' },
  { id: 4, name: 'Ann Lee' },
];

describe('mentions in a text', () => {
  it.each([
    ['@Ann Lee, please call', [1, 4]],
    ['@ann leeson knows', [2]],
    ['Спросите @Мария Соколова?', [3]],
    ['@Ann Leesonova', []],
    ['ann@Ann Lee', []],
    ['Ann Lee', []],
    ['@ @@Мария Соколова @Мария Соколова', [3]],
  ])('resolve %j to %j', (text, ids) => {
    expect(mentionedIn(text, people)).toEqual(ids);
  });
});

describe('positions of mentions', () => {
  it('cover the name with its sign in any surrounding text', () => {
    const text = 'İİ 🙂 (@Ann Lee) and @МАРИЯ СОКОЛОВА.';
    expect(mentionsIn(text, people).map(({ start, end, ids }) => [text.slice(start, end), ids])).toEqual([
      ['@Ann Lee', [1, 4]],
      ['@МАРИЯ СОКОЛОВА', [3]],
    ]);
  });

  it('are found quickly in a text of signs only', async () => {
    const many = Array.from({ length: 5000 }, (_each, index) => ({ id: index, name: `Somebody ${index}` }));
    const look = () => expect(mentionsIn('@'.repeat(5000), many)).toEqual([]);
    expect(await leastProcessorMs(look, 1000)).toBeLessThan(1000);
  });
});
