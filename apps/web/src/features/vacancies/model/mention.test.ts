import { describe, expect, it } from 'vitest';
import { closedAfter, mentionAt, peopleFor, withMention } from './mention.ts';

const people = [
  { id: 1, name: 'Ann Lee', email: 'a.lee@acme.test' },
  { id: 2, name: 'Анна Соколова', email: 'sokolova@acme.test' },
  { id: 3, name: 'Пётр Щукин', email: 'boss@acme.test' },
  { id: 4, name: 'Jean-Luc Picard', email: 'captain@acme.test' },
  { id: 5, name: 'Paweł Błoński', email: 'office@acme.test' },
];
const idsFor = (text: string) => peopleFor(text, people).map(({ id }) => id);

describe('the text after an @', () => {
  it.each([
    ['@', 1, { start: 0, text: '' }],
    ['Hi @an', 6, { start: 3, text: 'an' }],
    ['Hi @ann le, look', 10, { start: 3, text: 'ann le' }],
    ['(@ан', 4, { start: 1, text: 'ан' }],
    ['ann@acme', 8, undefined],
    ['Hi @ ann', 8, undefined],
    ['@ann\nlee', 8, undefined],
    ['no sign', 7, undefined],
    ['@ann', 0, undefined],
    [`@${'a'.repeat(100)}`, 101, undefined],
  ])('in %j at %i', (text, caret, query) => {
    expect(mentionAt(text, caret)).toEqual(query);
  });
});

describe('suggestions', () => {
  it.each([
    ['', [1, 2, 3, 4, 5]],
    ['ann', [1, 2]],
    ['анн', [2, 1]],
    ['lee', [1]],
    ['ann l', [1]],
    ['сок', [2]],
    ['Sokol', [2]],
    ['петр', [3]],
    ['Пёт', [3]],
    ['petr', [3]],
    ['shch', [3]],
    ['boss@ac', [3]],
    ['luc', [4]],
    ['picard jean', [4]],
    ['pawel', [5]],
    ['Блонски', [5]],
    ['paw blon', [5]],
    ['nn', []],
    ['Ann Lee ', []],
    ['Ann Lee please', []],
  ])('%j are %j', (text, ids) => {
    expect(idsFor(text)).toEqual(ids);
  });
});

it.each([
  ['another letter', { before: '@an', after: '@ann', caret: 4 }, 0],
  ['words after the name', { before: '@Ann Lee ', after: '@Ann Lee p', caret: 10 }, 0],
  ['the sign alone, as after a comment that was sent', { before: '', after: '@', caret: 1 }, undefined],
  ['what was put in after a comment that was sent', { before: '', after: '@an', caret: 3 }, undefined],
  ['the sign in place of all', { before: '@Ann Lee ', after: '@', caret: 1 }, undefined],
  ['no sign', { before: '@', after: '', caret: 0 }, undefined],
])('a closed list stays closed while its sign exists: %s', (_what, change, closed) => {
  expect(closedAfter(0, change)).toBe(closed);
});

it('the name replaces the typed part, also within a text', () => {
  const query = { start: 3, text: 'an' };
  expect(withMention('Hi @an', { query, caret: 6, name: 'Ann Lee' })).toEqual({ text: 'Hi @Ann Lee ', caret: 12 });
  expect(withMention('Hi @an and others', { query, caret: 6, name: 'Ann Lee' })).toEqual({ text: 'Hi @Ann Lee and others', caret: 12 });
});
