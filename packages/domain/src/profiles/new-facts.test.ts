import { describe, expect, it } from 'vitest';
import { newFacts } from './new-facts.ts';

const added = (known: object, said: object) => Object.fromEntries(newFacts(known, said).map(({ field, added: facts }) => [field, facts]));

describe('facts of a second source', () => {
  it('[FILE-009] fill empty fields and keep known values', () => {
    const known = { headline: 'Developer', about: '', gender: null, locations: [{ city: 'Berlin' }] };
    const said = { headline: 'Manager', about: 'Builds things', gender: 'female', locations: [{ city: 'Paris' }], job_seeking: false };
    expect(added(known, said)).toEqual({ about: ['Builds things'], gender: ['female'] });
  });
  it('[FILE-009] add missing list entries once', () => {
    const known = { skills: [{ name: 'Go' }], positions: [{ title: 'Dev', company: 'Acme', start: '2020-02' }], interests: ['Chess'] };
    const said = {
      skills: [{ name: 'GO' }, { name: 'SQL' }, { name: 'sql' }],
      positions: [
        { title: 'Developer', company: 'ACME', start: '2020' },
        { title: 'Lead', company: 'Beta', start: '2023-01' },
      ],
      interests: ['chess', 'Go'],
    };
    expect(added(known, said)).toEqual({
      skills: [{ name: 'SQL' }],
      positions: [{ title: 'Lead', company: 'Beta', start: '2023-01' }],
      interests: ['Go'],
    });
    expect(newFacts(known, said).find(({ field }) => field === 'skills')?.value).toEqual([{ name: 'Go' }, { name: 'SQL' }]);
  });
  it('[FILE-012] are empty if everything is known', () => {
    expect(newFacts({ links: [{ url: 'https://www.a.test/' }] }, { links: [{ url: 'http://a.test' }] })).toEqual([]);
  });
});
