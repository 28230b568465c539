import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, useInstallation } from '../../../test/installation.ts';

const here = useInstallation();
const path = '/api/v6/notifications/';

let staff: Caller;
beforeAll(async () => {
  staff = await here.signIn(await here.addUser(await here.addCompany(), 'super_user'));
});

const settings = {
  title: 'New version',
  description_en: 'What is new',
  description_ru: 'Что нового',
  text_en: 'Profiles open faster',
  text_ru: 'Профили открываются быстрее',
  sites: 'linkedin.com,*.hh.ru',
  versions_shown: '1.4.0,1.4.1c',
  versions_hidden: '1.3',
  weight: 10,
  access_type: 'pay',
};

describe('notifications of the extension', () => {
  it('[NOTF-039] [NOTF-041] [NOTF-043] [NOTF-044] [NOTF-045] [NOTF-049] [NOTF-050] [NOTF-051] [NOTF-052] [NOTF-053] [NOTF-054] are made, changed, listed and deleted', async () => {
    const { status, body } = await staff.post(path, { ...settings, sites: ' LinkedIn.com , *.hh.ru,, linkedin.com' });
    expect([status, body]).toMatchObject([200, settings]);
    const heavy = (await staff.post(path, { title: 'New version, heavier', weight: 11 })).body;
    const listed = await staff.get(`${path}?search=new%20version`);
    expect(listed.body).toMatchObject({ count: 2, notifications: [{ id: heavy.id }, { id: body.id, ...settings }] });
    expect((await staff.get(`${path}?access_type=pay`)).body).toMatchObject({ count: 1, notifications: [{ id: body.id }] });
    const changed = await staff.put(`${path}${body.id}/`, { title: 'Old version', weight: 2 });
    expect(changed.body).toMatchObject({ title: 'Old version', weight: 2, sites: '', description_en: '', access_type: null });
    expect((await staff.get(`${path}${body.id}/`)).body).toEqual(changed.body);
    expect((await staff.delete(`${path}${body.id}/`)).status).toBe(200);
    for (const answer of [
      await staff.get(`${path}${body.id}/`),
      await staff.put(`${path}${body.id}/`, settings),
      await staff.delete(`${path}${body.id}/`),
    ])
      expect(answer.status).toBe(404);
  });

  it('[NOTF-046] [NOTF-047] treat empty lists as all sites, all versions shown and none hidden', async () => {
    const { body } = await staff.post(path, { title: 'For everybody' });
    expect(body).toMatchObject({ sites: '', versions_shown: '', versions_hidden: '', access_type: null, weight: 0 });
  });

  it('[NOTF-040] [NOTF-042] [NOTF-048] report an invalid value at its field', async () => {
    const both = 'Fill in the description in both languages or in none';
    const wrong: [object, string, string][] = [
      [{ title: '' }, 'title', 'This field cannot be empty'],
      [{ description_en: '' }, 'description_en', both],
      [{ description_ru: ' ' }, 'description_ru', both],
      [{ sites: 'linkedin' }, 'sites', 'Enter sites such as example.com'],
      [{ sites: 'https://linkedin.com/in' }, 'sites', 'Enter sites such as example.com'],
      [{ versions_shown: '1.4.0d' }, 'versions_shown', 'Enter versions such as 1.4.0 or 1.4.0c'],
      [{ versions_shown: 'c' }, 'versions_shown', 'Enter versions such as 1.4.0 or 1.4.0c'],
      [{ versions_hidden: '1.4.0 1.4.1' }, 'versions_hidden', 'Enter versions such as 1.4.0 or 1.4.0c'],
      [{ weight: -1 }, 'weight', '0'],
      [{ weight: 1.5 }, 'weight', 'whole'],
      [{ access_type: 'free' }, 'access_type', 'pay'],
    ];
    for (const [change, field, text] of wrong) {
      const answer = await staff.post(path, { ...settings, ...change });
      expect([field, answer]).toMatchObject([field, { status: 400, body: { [field]: [expect.stringContaining(text)] } }]);
    }
    expect((await staff.post(path, { title: 'No description', description_en: '', description_ru: '' })).status).toBe(200);
  });

  it('[ROLE-039] reject everyone but staff', async () => {
    const { id } = (await staff.post(path, settings)).body;
    const companyId = await here.addCompany();
    expect((await (await here.signIn(await here.addUser(companyId, 'sales_manager'))).get(path)).status).toBe(200);
    for (const role of ['worker', 'admin', 'admin_without_search', 'hm', 'manager', 'service_admin'] as const) {
      const who = await here.signIn(await here.addUser(companyId, role));
      const answers = [
        await who.get(path),
        await who.get(`${path}${id}/`),
        await who.post(path, settings),
        await who.put(`${path}${id}/`, settings),
        await who.delete(`${path}${id}/`),
      ];
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    }
    expect((await here.visitor().get(path)).status).toBe(401);
  });
});
