import { describe, expect, it } from 'vitest';
import { defaultChoice, differs, mergedFields, withoutEntries } from './merge.ts';

interface Person {
  about: string | null;
  headline: string;
  job_seeking: boolean;
  skills: readonly { name: string }[];
  positions: readonly { title: string; company: string; start: string }[];
  locations: readonly { city: string }[];
  first_name: string;
}

const ada: Person = {
  first_name: 'Ada',
  headline: 'Analyst',
  about: null,
  job_seeking: false,
  skills: [{ name: 'Python' }],
  positions: [{ title: 'Analyst', company: 'Alpha', start: '2018-02' }],
  locations: [{ city: 'Berlin' }],
};
const augusta: Person = {
  first_name: 'Augusta',
  headline: 'Engineer',
  about: 'Poet',
  job_seeking: true,
  skills: [{ name: 'python ' }, { name: 'Rust' }],
  positions: [
    { title: 'Senior analyst', company: 'alpha', start: '2018-05' },
    { title: 'Engineer', company: 'Beta', start: '2021' },
  ],
  locations: [{ city: 'Berlin' }],
};

const many = (from: number, count: number) => Array.from({ length: count }, (_, index) => ({ name: `Skill ${from + index}` }));

describe('merge of two profiles', () => {
  it('[PEDT-014] unites lists by equal entries, fills empty fields and keeps the rest', () => {
    expect(mergedFields(ada, augusta)).toEqual({
      about: 'Poet',
      job_seeking: true,
      skills: [{ name: 'Python' }, { name: 'Rust' }],
      positions: [ada.positions[0], augusta.positions[1]],
    });
    expect(mergedFields(ada, ada)).toEqual({});
  });

  it('[PEDT-014] applies choices, including empty ones', () => {
    const choices = { headline: 'right', about: 'left', skills: 'right', positions: 'left', job_seeking: 'left' } as const;
    expect(mergedFields(ada, augusta, choices)).toEqual({ headline: 'Engineer', skills: augusta.skills });
    expect(mergedFields(augusta, ada, { about: 'right' })).toMatchObject({ about: null });
    // `both` is meaningless for a single value.
    expect(mergedFields(ada, augusta, { headline: 'both' })).toMatchObject({ headline: 'Engineer' });
  });

  it('[PEDT-014] never exceeds the list limits of a profile', () => {
    const { skills } = mergedFields({ skills: many(0, 400) }, { skills: many(400, 400) });
    expect(skills).toHaveLength(500);
  });

  it('[PEDT-018] removes entries of a detached profile from later lists', () => {
    const brought = mergedFields(ada, augusta);
    const later = { skills: [{ name: 'Python' }, { name: 'Rust' }, { name: 'Go' }], headline: 'Typed later' };
    expect(withoutEntries(later, { brought, before: ada })).toEqual({
      skills: [{ name: 'Python' }, { name: 'Go' }],
      headline: 'Typed later',
    });
  });

  it('lists the available choices', () => {
    expect([differs(null, []), differs('', undefined), differs('a', 'b'), differs(false, undefined)]).toEqual([false, false, true, false]);
    expect(defaultChoice('skills', ada.skills, [{ name: 'PYTHON' }])).toBe('left');
    expect(defaultChoice('skills', [], ada.skills)).toBe('right');
    expect(defaultChoice('locations', ada.locations, [{ city: 'Paris' }])).toBe('both');
  });
});
