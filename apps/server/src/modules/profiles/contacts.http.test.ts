import { contactTypes } from '@headwater/domain/profiles/contact-types';
import { beforeAll, describe, expect, it } from 'vitest';
import { contactSources, profileData, type ProfileInput } from '@headwater/contract/profile-data';
import { type Caller, useInstallation } from '../../../test/installation.ts';
import { upsertProfiles } from './store/write.ts';

const here = useInstallation();
type Role = Parameters<typeof here.addUser>[1];

const add = async (contacts: ProfileInput['contacts']) => {
  const profile = profileData.parse({ first_name: 'Ада', last_name: 'Лавлейс', contacts });
  const { ids } = await here.application.database.asSystem((tx) => upsertProfiles(tx, [profile], { companyId: null, createdBy: null }));
  return ids[0] ?? 0;
};

let company: number;
let caller: Caller;
beforeAll(async () => {
  company = await here.addCompany();
  caller = await here.signIn(await here.addUser(company, 'worker'));
});
const read = async (id: number) => (await caller.get(`/api/v6/profiles/${id}/contacts/`)).body.contacts;

describe('the kinds of contacts', () => {
  it('[CONT-001] [CONT-004] are six, each held by id and type', async () => {
    expect(contactTypes).toEqual(['phone', 'email', 'skype', 'icq', 'telegram', 'link']);
    const id = await add([
      { type: 'phone', value: '+7 912 555-01-42' },
      { type: 'email', value: 'ada@candidates.test' },
      { type: 'skype', value: 'ada.lovelace' },
      { type: 'icq', value: '123456789' },
      { type: 'telegram', value: '@ada_l' },
      { type: 'link', value: 'https://ada.example.test' },
    ]);
    const contacts = await read(id);
    expect(contacts.map(({ type }: { type: string }) => type).toSorted()).toEqual([...contactTypes].toSorted());
    expect(new Set(contacts.map((contact: { id: number }) => contact.id)).size).toBe(6);
  });

  it('[CONT-002] say whether an e-mail is personal or corporate', async () => {
    const id = await add([{ type: 'email', value: 'ada@candidates.test' }]);
    for (const [value, kind] of [
      ['ada@work.example.test', 'corporate'],
      ['ada@home.example.test', 'personal'],
    ]) {
      expect((await caller.post(`/api/v6/profiles/${id}/contacts/`, { type: 'email', value, kind })).body).toMatchObject({ kind, value });
    }
    const wrong = await caller.post(`/api/v6/profiles/${id}/contacts/`, { type: 'email', value: 'a@b.test', kind: 'secret' });
    expect(wrong).toMatchObject({ status: 400, body: { kind: [expect.any(String)] } });
  });

  it('[CONT-003] [CONT-012] [CONT-013] [CONT-014] take a telegram contact that starts with + as a phone', async () => {
    const id = await add([]);
    const telegram = (value: string) => caller.post(`/api/v6/profiles/${id}/contacts/`, { type: 'telegram', value });
    expect((await telegram('+7 912 555-01-43')).status).toBe(200);
    expect(await telegram('+7 91')).toMatchObject({ status: 400, body: { value: ['Invalid contact'] } });
    expect(await telegram('ada l')).toMatchObject({ status: 400, body: { value: ['Invalid contact'] } });
    // Another notation of a number is the same contact.
    expect((await telegram('+79125550143')).status).toBe(400);
  });

  it('[CONT-006] come from thirteen sources', async () => {
    expect(contactSources).toHaveLength(13);
    const id = await add(contactSources.map((source, index) => ({ type: 'email', value: `a${index}@candidates.test`, source })));
    expect((await read(id)).map(({ source }: { source: string }) => source).toSorted()).toEqual([...contactSources].toSorted());
  });

  it('[CONT-026] hide their sources if the company chose so', async () => {
    const id = await add([{ type: 'email', value: 'sourced@candidates.test', source: 'hh' }]);
    const sourceIn = async (features: object) => {
      const other = await here.addCompany({ features });
      const reader = await here.signIn(await here.addUser(other, 'worker'));
      const { contacts } = (await reader.get(`/api/v6/profiles/${id}/contacts/`)).body;
      expect((await reader.get(`/api/internal/profiles/${id}/`)).body.contacts).toEqual(contacts);
      return contacts.map(({ source }: { source: string | null }) => source);
    };
    expect(await sourceIn({ contacts_without_sources: true })).toEqual([null]);
    expect(await sourceIn({})).toEqual(['hh']);
  });
});

const quotas = async (role: Role) => (await (await here.signIn(await here.addUser(company, role))).get('/api/quotas/my/')).body;

describe('quotas of contact openings', () => {
  it('[CONT-020] [CONT-025] [ROLE-012] are 300 a person and 3,000 a company, and none for the exempt roles', async () => {
    for (const role of ['worker', 'admin', 'hm'] as const) expect(await quotas(role)).toMatchObject({ quotas_contact_total: 300 });
    for (const role of ['super_user', 'sales_manager', 'manager', 'service_admin', 'admin_without_search'] as const) {
      expect(await quotas(role)).toMatchObject({ quotas_contact_total: null, quotas_contact_available: null });
    }
    const [row] = await here.sql<{ contacts_per_month: number }>('select contacts_per_month from companies where id = $1', [company]);
    expect(row?.contacts_per_month).toBe(3000);
  });

  it('[CONT-020] reset on the 1st at midnight of the company’s time zone', async () => {
    const id = await add([{ type: 'email', value: 'turn@candidates.test' }]);
    const east = await here.addCompany();
    await here.sql("update companies set time_zone = 'Asia/Vladivostok', contacts_per_month_user = 1 where id = $1", [east]);
    const user = await here.signIn(await here.addUser(east, 'worker'));
    const left = async () => (await user.get('/api/quotas/my/')).body.quotas_contact_available;
    const before = here.clock.now();
    try {
      // Vladivostok is ten hours ahead of UTC: its December begins on 30 November at 14:00 UTC.
      here.clock.set(new Date('2026-11-30T13:30:00Z'));
      expect((await user.get(`/api/v6/profiles/${id}/get-contacts/`)).status).toBe(200);
      expect(await left()).toBe(0);
      here.clock.set(new Date('2026-11-30T14:00:00Z'));
      expect(await left()).toBe(1);
    } finally {
      here.clock.set(before);
    }
  });

  it('[CONT-030] report spent openings as total minus available', async () => {
    const user = await here.signIn(await here.addUser(company, 'worker'));
    for (const number of [1, 2, 3]) {
      const id = await add([{ type: 'email', value: `spent${number}@candidates.test` }]);
      await user.get(`/api/v6/profiles/${id}/get-contacts/`);
    }
    const { quotas_contact_total: total, quotas_contact_available: available } = (await user.get('/api/quotas/my/')).body;
    expect(total - available).toBe(3);
  });
});
