import { profileData } from '@headwater/contract/profile-data';
import { describe, expect, it } from 'vitest';
import { profileSchema } from '../schema.ts';
import { buildDocument } from './build-document.ts';
import { careerOf, isFrequentJobChanger } from './career.ts';
import { handleKey } from './profile-handles.ts';

const today = new Date('2026-06-15');
const document = (data: object, more: { companyId?: number; contacts?: { type: string; normalized: string }[] } = {}) =>
  buildDocument(
    { id: 7, companyId: more.companyId ?? null, data: profileData.parse(data), updatedAt: today, contacts: more.contacts ?? [] },
    today,
  );
const held = (start: string, end: string | null = null, title = 'Engineer') => ({ title, start, end, is_current: end === null });

const positions = (...spans: [string, string | null][]) =>
  profileData.parse({ positions: spans.map(([start, end]) => held(start, end)) }).positions;

describe('buildDocument', () => {
  it('only uses fields of the schema', () => {
    const full = document({
      first_name: 'A',
      skills: [{ name: 'Go', years: 3 }],
      positions: [held('2020-01')],
      links: [{ url: 'https://x.test', domain: 'x.test' }],
    });
    expect(Object.keys(full.terms).filter((field) => !Object.hasOwn(profileSchema.terms, field))).toEqual([]);
    expect(Object.keys(full.texts).filter((field) => !Object.hasOwn(profileSchema.texts, field))).toEqual([]);
    expect(Object.keys(full.numbers).filter((field) => !(profileSchema.numbers as readonly string[]).includes(field))).toEqual([]);
    expect([full.owner, document({}, { companyId: 4 }).owner]).toEqual([0, 4]);
  });

  it('[FLT-035] groups contacts by kind', () => {
    expect(document({}).terms['contacts']).toEqual(['no']);
    const contacts = [
      { type: 'email', normalized: 'a@b.test' },
      { type: 'telegram', normalized: 'ab' },
    ];
    expect(document({}, { contacts }).terms['contacts']).toEqual(['any', 'email', 'messengers', 'telegram']);
    const elsewhere = [{ type: 'skype', normalized: 'ab' }];
    expect(document({}, { contacts: elsewhere }).terms['contacts']).toEqual(['any', 'messengers']);
  });

  it('[FLT-016] [SRCH-062] computes experience and years of skills', () => {
    const senior = document({ positions: [held('2018-01')], skills: [{ name: 'Zzz', years: 3.5 }] });
    expect([senior.numbers['experience'], senior.terms['seniorityLevel']]).toEqual([102, ['senior']]);
    expect(senior.terms['skillYears']).toEqual(['n:zzz:2', 'n:zzz:3']);
    expect(document({}).terms['seniorityLevel']).toEqual([]);
  });

  it('[FLT-016] takes the level from the present title, and from years where no title names one', () => {
    const levelOf = (...jobs: ReturnType<typeof held>[]) => document({ positions: jobs }).terms['seniorityLevel'];
    expect(levelOf(held('2010-01', null, 'Junior Developer'))).toEqual(['junior']);
    expect(levelOf(held('2026-01', null, 'Senior Developer'))).toEqual(['senior']);
    expect(levelOf(held('2025-06', null, 'Developer'), held('2010-01', '2025-05', 'Senior Developer'))).toEqual(['senior']);
    expect(levelOf(held('2024-06', null, 'Developer'), held('2024-01', '2024-05', 'Senior Developer'))).toEqual(['middle']);
    expect(levelOf(held('2026-01', null, 'Advisor'), held('2025-01', null, 'Lead Developer'))).toEqual(['senior']);
  });

  it('[FLT-038] reaches each lower level of a spoken language', () => {
    const languages = [{ code: 'DE', level: 'advanced' }, { code: 'en' }];
    expect(document({ languages }).terms['languageLevel']).toEqual(['de:advanced', 'de:intermediate', 'de:basic']);
  });

  it('uses the latest employer as current if no position is current', () => {
    const ended = careerOf(
      profileData.parse({ positions: [held('2010-01', '2012-01', 'Old'), held('2012-01', '2020-01', 'Last')] }).positions,
      today,
    );
    expect([ended.current.map((position) => position.title), ended.past.map((position) => position.title)]).toEqual([['Last'], ['Old']]);
  });

  it('[FLT-019] detects frequent job changers', () => {
    expect(isFrequentJobChanger(positions(['2023-01', '2023-12'], ['2024-01', '2024-10'], ['2025-10', null]), today)).toBe(true);
    expect(isFrequentJobChanger(positions(['2010-01', '2020-01'], ['2020-01', null]), today)).toBe(false);
  });

  it('[SRCH-050] normalises all spellings of a handle to one key', () => {
    for (const text of ['@Ann', 'https://t.me/ann', 't.me/ann/', 'ANN ']) expect(handleKey(text)).toBe('ann');
    expect(handleKey('https://www.GitHub.com/ann/?tab=x')).toBe('github.com/ann');
    for (const text of ['https://ru.linkedin.com/in/Ann-Lee/?trk=x', 'linkedin.com/in/ann-lee/de'])
      expect(handleKey(text)).toBe('linkedin.com/in/ann-lee');
    expect(document({ nick: 'Ann', links: [{ url: 'https://t.me/ann_lee', domain: 't.me' }] }).terms['handle']).toEqual(['ann', 'ann_lee']);
  });
});
