import { expect, it } from 'vitest';
import { looseNameQuery, misspelling, nameQuery } from './name-search.ts';

it.each([
  ['martin', 'martin*'],
  ['martin w', 'martin*'],
  ['martin wag', 'martin* wag*'],
  ['andreas schn', 'andreas* schn*'],
  ['m', 'm'],
  ['anna@people.test', 'anna@people.test*'],
  ['mart* "x', 'mart*'],
])('[SRCH-050] searches beginnings of names: %s', (typed, query) => expect(nameQuery(typed)).toBe(query));

it.each([
  ['martin wagnr', 'mar* wa*'],
  ['smirnvo', 'smi*'],
  ['li wu', undefined],
  ['anna@people.test', undefined],
  ['+49 170', undefined],
])('[SRCH-050] searches the first letters of a misspelt name: %s', (typed, query) => expect(looseNameQuery(typed)).toBe(query));

it.each([
  ['martin wagnr', 'Martin Wagner', 1],
  ['matrin wagner', 'Martin Wagner', 1],
  ['smirnvo', 'Alexey Smirnov', 1],
  ['смирнво', 'Алексей Смирнов', 1],
  ['wagner', 'Martin Wagner', 0],
  ['schnieder', 'Andreas Schneider', 1],
])('[SRCH-050] recognizes the name of %s', (typed, name, expected) => expect(misspelling(typed, name)).toBeLessThanOrEqual(expected));

it.each([
  ['martin wagnr', 'Martin Wallace'],
  ['smirnvo', 'Anna Smith'],
  ['olga', 'Ivan Petrov'],
])('[SRCH-050] does not take %s for %s', (typed, name) => expect(misspelling(typed, name)).toBe(Infinity));
