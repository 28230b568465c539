import { describe, expect, it } from 'vitest';
import { mayChangeSending, mayRemoveMailing, maySeeMailing, maySeeMessage } from './mailings.ts';
import { mayChangeTemplate, maySeeTemplate } from './templates.ts';

const [owner, colleague, admin] = [
  { userId: 1, role: 'worker' } as const,
  { userId: 2, role: 'worker' } as const,
  { userId: 3, role: 'admin' } as const,
];
const people = [owner, colleague, admin];
const open = { accessType: 'public', createdBy: 1 } as const;
const hidden = { accessType: 'private', createdBy: 1 } as const;
const those = (test: (person: (typeof people)[number]) => boolean) => people.filter(test).map(({ userId }) => userId);

const changes = (status: 'draft' | 'pending' | 'sending' | 'stopped', senderId: number | null) =>
  those((person) => mayChangeSending(person, { status, senderId }));

describe('outreach access', () => {
  it('[ROLE-059] limits who sees and deletes a mailing', () => {
    expect([those((person) => maySeeMailing(person, open)), those((person) => maySeeMailing(person, hidden))]).toEqual([[1, 2, 3], [1]]);
    expect([those((person) => mayRemoveMailing(person, open)), those((person) => mayRemoveMailing(person, hidden))]).toEqual([[1, 3], [1]]);
  });

  it('lets only the mailbox owner change a running mailing', () => {
    expect([changes('sending', 2), changes('pending', 2)]).toEqual([[2], [2]]);
    expect([changes('sending', null), changes('stopped', 2), changes('draft', 2)]).toEqual([
      [1, 2, 3],
      [1, 2, 3],
      [1, 2, 3],
    ]);
  });

  it('[ROLE-057] [ROLE-059] shows messages of public mailings for visible vacancies', () => {
    const vacancy = { accessType: 'private', createdBy: 2, assignees: [], granted: [] } as const;
    const sees = (mailing: typeof open | typeof hidden, about: typeof vacancy | null) =>
      those((person) => maySeeMessage(person, { createdBy: 1, mailing, vacancy: about }));
    expect([sees(open, null), sees(open, vacancy), sees(hidden, null), sees(hidden, vacancy)]).toEqual([[1, 2, 3], [1, 2], [1], [1]]);
  });

  it('[ROLE-058] [TPL-017] limits who sees and changes a template', () => {
    expect([those((person) => maySeeTemplate(person, open)), those((person) => maySeeTemplate(person, hidden))]).toEqual([[1, 2, 3], [1]]);
    expect([those((person) => mayChangeTemplate(person, open)), those((person) => mayChangeTemplate(person, hidden))]).toEqual([
      [1, 3],
      [1],
    ]);
  });
});
