import { profileData } from '@headwater/contract/profile-data';
import { describe, expect, it } from 'vitest';
import { documentsOf, type StoredForSearch } from './company-documents.ts';

const today = new Date('2026-11-21');
const { contacts: _, ...data } = profileData.parse({
  first_name: 'Ada',
  headline: 'Analyst',
  skills: [{ name: 'Looms' }],
  updated_on: null,
});
const profile: StoredForSearch = {
  id: 7,
  companyId: null,
  data,
  updatedAt: new Date('2026-01-01'),
  contacts: [{ companyId: null, type: 'email', normalized: 'ada@base.test' }],
  overlays: [],
};
const overlay = (companyId: number, more: Partial<StoredForSearch['overlays'][number]> = {}) => ({
  companyId,
  data: {},
  hidden: false,
  updatedAt: new Date('2026-02-01'),
  ...more,
});
const shown = (stored: StoredForSearch) =>
  documentsOf(stored, today).map(({ owner, hidden, texts, terms }) => ({
    owner,
    hidden,
    headline: texts['headline'],
    contacts: terms['contacts'],
  }));
const day = (stored: StoredForSearch) => documentsOf(stored, today).map(({ numbers }) => numbers['updated']);

describe('documentsOf', () => {
  it('returns one document for a profile without company data', () => {
    expect(shown(profile)).toEqual([{ owner: 0, hidden: undefined, headline: ['Analyst'], contacts: ['any', 'email'] }]);
  });

  it('[PEDT-007] adds a document for each company that changed it, hid it or added contacts', () => {
    const overlays = [overlay(4, { data: { headline: 'CTO' } }), overlay(5, { data: { headline: 'Nobody' }, hidden: true })];
    const contacts = [...profile.contacts, { companyId: 6, type: 'phone', normalized: '79125550142' }];
    expect(shown({ ...profile, overlays, contacts })).toEqual([
      { owner: 0, hidden: undefined, headline: ['Analyst'], contacts: ['any', 'email'] },
      { owner: 4, hidden: undefined, headline: ['CTO'], contacts: ['any', 'email'] },
      { owner: 5, hidden: true, headline: undefined, contacts: undefined },
      { owner: 6, hidden: undefined, headline: ['Analyst'], contacts: ['any', 'email', 'phone'] },
    ]);
  });

  it("returns one merged document for a company's own profile, and none if hidden", () => {
    const own = { ...profile, companyId: 4, contacts: [{ companyId: 4, type: 'email', normalized: 'ada@own.test' }] };
    expect(shown({ ...own, overlays: [overlay(4, { data: { headline: 'CTO' } })] })).toEqual([
      { owner: 4, hidden: undefined, headline: ['CTO'], contacts: ['any', 'email'] },
    ]);
    expect(documentsOf({ ...own, overlays: [overlay(4, { hidden: true })] }, today)).toEqual([]);
  });

  it('dates a document by the later of profile and overlay', () => {
    const [found = 0, changed = 0] = day({ ...profile, overlays: [overlay(4)] });
    expect(changed - found).toBe(31);
    expect(day({ ...profile, overlays: [overlay(4, { updatedAt: new Date('2025-01-01') })] })).toEqual([found, found]);
  });
});
