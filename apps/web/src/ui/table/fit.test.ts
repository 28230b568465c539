import { expect, it } from 'vitest';
import { fitting, widthOf } from './fit.ts';

const columns = [
  { id: 'name', minWidth: 200 },
  { id: 'state', width: 100, optional: 1 },
  { id: 'owner', width: 150, optional: 2 },
  { id: 'count', width: 120 },
];
const ids = (room: number, kept: string[] = []) => fitting(columns, { room, pinned: new Set(kept) }).map(({ id }) => id);

it('hides columns that do not fit, most optional first', () => {
  expect(widthOf(columns)).toBe(650);
  expect(ids(650)).toEqual(['name', 'state', 'owner', 'count']);
  expect(ids(649)).toEqual(['name', 'state', 'count']);
  expect(ids(400)).toEqual(['name', 'count']);
  expect(ids(100)).toEqual(['name', 'count']);
});

it('needs no width for buttons below the column menu', () => {
  expect(widthOf([...columns, { id: 'actions', edge: true }])).toBe(650);
  expect(widthOf([...columns, { id: 'actions', width: 110, edge: true }])).toBe(720);
});

it('keeps columns that the user chose', () => {
  expect(ids(500, ['owner'])).toEqual(['name', 'owner', 'count']);
});
