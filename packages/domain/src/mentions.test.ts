import { describe, expect, it } from 'vitest';
import { mentionedIn } from './mentions.ts';

const people = [
  { id: 1, name: 'Ann Lee' },
  { id: 2, name: 'Ann Leeson' },
  { id: 3, name: 'Мария Соколова' },
  { id: 4, name: 'Ann Lee' },
];

describe('people mentioned in a text', () => {
  it.each([
    ['@Ann Lee, please call', [1, 4]],
    ['@ann leeson knows', [2]],
    ['Спросите @Мария Соколова?', [3]],
    ['@Ann Leesonova', []],
    ['ann@Ann Lee', []],
    ['Ann Lee', []],
    ['@ @@Мария Соколова @Мария Соколова', [3]],
  ])('of %j are %j', (text, ids) => {
    expect(mentionedIn(text, people)).toEqual(ids);
  });
});
