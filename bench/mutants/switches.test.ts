import { expect, it } from 'vitest';
import { type Edit, leftOut, questionName, withSwitches } from './switches.ts';

const editOf = (text: string, guard: string, around: Pick<Edit, 'before' | 'after'>): Edit => ({
  at: text.indexOf(guard),
  length: guard.length,
  what: guard,
  ...around,
});
const always = { before: (isGone: string) => `${isGone} ? true : (`, after: ')' };
const instead = (role: string) => ({ before: (isGone: string) => `${isGone} ? '${role}' : `, after: '' });
const switchOf = (id: number) => `globalThis.${questionName}?.(${id})`;

it('puts a switch around each guard, also around those that lie in others', () => {
  const text = 'may = (mine && open) || staff;';
  const switched = withSwitches(text, [
    { id: 0, edit: editOf(text, 'open', always) },
    { id: 1, edit: editOf(text, 'mine && open', always) },
    { id: 2, edit: editOf(text, 'staff', always) },
  ]);
  expect(switched).toBe(`may = (${switchOf(1)} ? true : (mine && ${switchOf(0)} ? true : (open))) || ${switchOf(2)} ? true : (staff);`);
});

it('puts several switches at one guard after each other', () => {
  const text = `role('worker')`;
  const edits = ['admin', 'everybody'].map((role, id) => ({ id, edit: editOf(text, `'worker'`, instead(role)) }));
  expect(withSwitches(text, edits)).toBe(`role(${switchOf(0)} ? 'admin' : ${switchOf(1)} ? 'everybody' : 'worker')`);
});

it('leaves a call of the query builder out, and puts something where nothing stood', () => {
  const text = `from(tags).where(a).where(b)`;
  const nothing = { at: 0, length: 0, before: (isGone: string) => `${isGone} || `, after: '', what: '' };
  expect(
    withSwitches(text, [
      { id: 0, edit: editOf(text, '.where(a)', leftOut) },
      { id: 1, edit: nothing },
      { id: 2, edit: editOf(text, '.where(b)', leftOut) },
    ]),
  ).toBe(`${switchOf(1)} || from(tags).$if(!${switchOf(0)}, (query) => query.where(a)).$if(!${switchOf(2)}, (query) => query.where(b))`);
});
