import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { axeFaults } from './axe.ts';
import { lookName, looks, overflowOf, patient, picture, send, startVisits, type Visits } from './visit.ts';

let visits: Visits;
beforeAll(async () => {
  visits = await startVisits();
});
afterEach(() => visits.leave());
afterAll(() => visits.browser.close());

const word = Math.random().toString(36).slice(2, 7);
const settings = '/company/hiring-managers/settings';

describe('what hiring managers see', () => {
  it('[EMP-017] [EMP-071] [ROLE-043] [ROLE-048] is chosen by an administrator, and is gone from their screens at once', async () => {
    const recruiter = await visits.open('/folders/', { who: 'recruiter' });
    const { users } = (await send(recruiter, { path: '/api/v6/users/?role=hm' })) as { users: { id: number }[] };
    const body = { name: `Shared ${Math.random().toString(36).slice(2)}`, granted_users: users.map(({ id }) => id) };
    const { id } = (await send(recruiter, { path: '/api/v6/folders/', method: 'POST', body })) as { id: number };
    const { profiles } = (await send(recruiter, { path: '/api/v6/profiles/?per_page=1' })) as { profiles: { id: number; name: string }[] };
    const [profile] = profiles;
    if (!profile) throw new Error('the search found nobody');
    await send(recruiter, { path: '/api/v6/candidates/', method: 'POST', body: { folder_id: id, profiles: [profile.id] } });

    const manager = await visits.open(`/profiles/${profile.id}/`, { who: 'hm' });
    await manager.getByRole('heading', { name: profile.name }).first().waitFor(patient);
    await manager.getByRole('heading', { name: 'Contacts' }).first().waitFor(patient);

    const admin = await visits.open('/company/', { who: 'admin' });
    await admin.getByRole('link', { name: 'Hiring manager access' }).click();
    await admin.getByRole('switch', { name: 'Contacts' }).click({ force: true });
    await admin.getByRole('switch', { name: 'Personal data' }).click({ force: true });
    await admin.getByRole('button', { name: 'Save', exact: true }).click();
    await admin.getByText('Saved').first().waitFor(patient);

    await manager.reload();
    await manager.getByRole('heading', { name: 'Name hidden' }).first().waitFor(patient);
    expect(await manager.getByText(profile.name).count()).toBe(0);
    expect(await manager.getByRole('heading', { name: 'Contacts' }).count()).toBe(0);

    await send(admin, {
      path: '/api/v6/company/hiring_managers_settings/',
      method: 'PATCH',
      body: { hm_display_sections: { contacts: true, personal_info: true } },
    });
    await manager.reload();
    await manager.getByRole('heading', { name: profile.name }).first().waitFor(patient);
  });

  it('[EMP-007] is chosen by staff for any company', async () => {
    const page = await visits.open('/companies/new', { who: 'staff' });
    const body = { company_name: `Sections ${word}` };
    const made = (await send(page, { path: '/api/v6/companies/new/', method: 'POST', body })) as { company_id: number };
    await page.goto(page.url().replace('/companies/new', `/companies/${made.company_id}${settings.slice('/company'.length)}`));
    await page.getByRole('switch', { name: 'Tags' }).click({ force: true });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved').first().waitFor(patient);
    const path = `/api/v6/companies/${made.company_id}/hiring_managers_settings/`;
    expect(await send(page, { path })).toMatchObject({ hm_display_sections: { tags: false, contacts: true } });
  });

  it.each(looks)('[EMP-017] reads well: $language, $scheme, phone $phone', async (look) => {
    const page = await visits.open(settings, { who: 'admin', ...look });
    await page.getByRole('switch').first().waitFor(patient);
    await picture(page, `hiring-manager-settings-${lookName(look)}`);
    expect(await axeFaults(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
  });
});
