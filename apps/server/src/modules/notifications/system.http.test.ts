import { beforeAll, describe, expect, it } from 'vitest';
import { roles } from '@headwater/domain/roles';
import { type Caller, useInstallation } from '../../../test/installation.ts';

const here = useInstallation();
const path = '/api/v6/system-notifications/';

let companyId: number;
let staff: Caller;
let worker: Caller;
beforeAll(async () => {
  companyId = await here.addCompany({ region: 'russia' });
  staff = await here.signIn(await here.addUser(companyId, 'super_user', { language: 'en' }));
  worker = await here.signIn(await here.addUser(companyId, 'worker'));
});

let counter = 0;
/** Creates a notification for the company of the test only. */
async function make(settings: object = {}): Promise<{ id: number; title: string }> {
  counter += 1;
  const answer = await staff.post(path, {
    title: `Notice ${counter}`,
    content: '<p>Text</p>',
    company_ids: String(companyId),
    ...settings,
  });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
}
const ownNotifications = async (who: Caller) =>
  (await who.get('/api/internal/users/me/')).body.system_notifications as { id: number; status: string }[];
const hasNotification = async (who: Caller, id: number) => (await ownNotifications(who)).some((each) => each.id === id);

describe('system notifications for staff', () => {
  it('[NOTF-018] [NOTF-019] [NOTF-020] [NOTF-021] [NOTF-022] [NOTF-024] [NOTF-033] [NOTF-035] [NOTF-034] [NOTF-031] [NOTF-032] are made, changed, listed and deleted', async () => {
    const settings = {
      title: 'Maintenance on Sunday',
      content: '<p>From <strong>02:00</strong></p>',
      show_format: 'short',
      type: 'maintenance',
      button_text: 'Read more',
      button_link: 'https://status.test/sunday',
      start_date: '2031-03-01',
      end_date: '2031-03-02',
      active: false,
      target_user_role: 'admin',
      target_can_search: true,
      company_ids: `${companyId}`,
      region: 'rest',
    };
    const { id } = await make(settings);
    expect((await staff.get(`${path}${id}/`)).body).toMatchObject({ ...settings, state: 'off' });
    const listed = await staff.get(`${path}?limit=100&search=on%20Sunday`);
    expect(listed.body).toMatchObject({ count: 1, system_notifications: [{ id, ...settings }], pages: { current: 1, total: 1 } });
    expect((await staff.get(`${path}?limit=101`)).status).toBe(400);
    const changed = await staff.put(`${path}${id}/`, { title: 'Later', content: 'plain <b and\nlines', active: true });
    expect(changed.body).toMatchObject({ title: 'Later', active: true, start_date: null, company_ids: '', button_text: '', region: null });
    expect(changed.body.content).toBe('<p>plain &lt;b and<br />lines</p>');
    expect((await staff.delete(`${path}${id}/`)).status).toBe(200);
    for (const answer of [
      await staff.delete(`${path}${id}/`),
      await staff.put(`${path}${id}/`, settings),
      await staff.get(`${path}${id}/`),
    ])
      expect(answer.status).toBe(404);
  });

  it('[NOTF-020] names the companies, and keeps a company that was deleted', async () => {
    const company = await here.addCompany({ name: 'Picked Ltd' });
    const { id } = await make({ company_ids: `${company}` });
    expect((await staff.get(`${path}${id}/`)).body.companies).toEqual([{ id: company, name: 'Picked Ltd' }]);
    expect((await staff.delete(`/api/v6/companies/${company}/`)).status).toBe(200);
    const saved = await staff.put(`${path}${id}/`, { title: 'Changed', content: 'Text', company_ids: `${company}` });
    expect(saved).toMatchObject({ status: 200, body: { company_ids: `${company}`, companies: [{ id: company, name: 'Picked Ltd' }] } });
  });

  it('[NOTF-019] keeps only the elements that the editor creates', async () => {
    const content =
      '<p onclick="x()">Hi <a href="javascript:alert(1)">there</a><script>alert(1)</script><iframe src="https://a.test"></iframe></p>';
    const { id } = await make({ content });
    const saved = (await staff.get(`${path}${id}/`)).body.content as string;
    expect(saved).toBe('<p>Hi <a>there</a></p>');
  });

  it('[NOTF-022] [NOTF-023] [NOTF-026] reports an invalid value at its field', async () => {
    const wrong: [object, string, string][] = [
      [{ title: ' ' }, 'title', 'This field cannot be empty'],
      [{ content: '<p> </p>' }, 'content', 'This field cannot be empty'],
      [{ show_format: 'huge' }, 'show_format', 'short'],
      [{ button_text: 'Go', button_link: 'javascript:alert(1)' }, 'button_link', 'Enter a valid link'],
      [{ button_text: 'Go', button_link: 'ftp://files.test/a' }, 'button_link', 'Enter a valid link'],
      [{ button_text: 'Go', button_link: '//evil.test' }, 'button_link', 'Enter a valid link'],
      [{ button_link: 'https://status.test' }, 'button_text', 'Enter the text of the button'],
      [{ start_date: '2031-03-02', end_date: '2031-03-01' }, 'end_date', 'The last day is before the first'],
      [{ start_date: '2031-02-30' }, 'start_date', 'Enter a valid date'],
      [{ company_ids: '1;2' }, 'company_ids', 'Enter company ids separated by commas'],
      [{ company_ids: `${companyId}, 987654321` }, 'company_ids', 'There is no company with the id 987654321'],
      [{ target_user_role: 'king' }, 'target_user_role', 'worker'],
    ];
    for (const [settings, field, text] of wrong) {
      const answer = await staff.post(path, { title: 'A', content: '<p>B</p>', ...settings });
      expect([field, answer]).toMatchObject([field, { status: 400, body: { [field]: [expect.stringContaining(text)] } }]);
    }
  });

  it('[ROLE-039] [ROLE-007] reject everyone but staff', async () => {
    const { id } = await make();
    const sales = await here.signIn(await here.addUser(companyId, 'sales_manager'));
    expect((await sales.get(path)).status).toBe(200);
    for (const role of roles.filter((each) => each !== 'super_user' && each !== 'sales_manager')) {
      const who = await here.signIn(await here.addUser(companyId, role));
      const answers = [
        await who.get(path),
        await who.get(`${path}${id}/`),
        await who.post(path, { title: 'A', content: 'B' }),
        await who.put(`${path}${id}/`, { title: 'A', content: 'B' }),
        await who.delete(`${path}${id}/`),
      ];
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    }
    expect((await here.visitor().get(path)).status).toBe(401);
  });
});

describe('the notifications of the current user', () => {
  it('[ACC-039] [NOTF-029] [NOTF-028] contain all fields of their dialog', async () => {
    const { id, title } = await make({ type: 'maintenance', button_text: 'Go', button_link: 'https://status.test/a' });
    expect((await ownNotifications(worker)).find((each) => each.id === id)).toEqual({
      id,
      title,
      type: 'maintenance',
      content: '<p>Text</p>',
      button_text: 'Go',
      button_link: 'https://status.test/a',
      show_format: 'full',
      status: 'unseen',
      interacted: false,
    });
  });

  it('[NOTF-025] [NOTF-026] [NOTF-027] [NOTF-030] match all their targets', async () => {
    const otherId = await here.addCompany({ region: 'other' });
    const people = {
      worker,
      blind: await here.signIn(await here.addUser(companyId, 'worker', { canSearch: false })),
      // Hiring managers never search, whatever their setting.
      hm: await here.signIn(await here.addUser(companyId, 'hm', { canSearch: true })),
      other: await here.signIn(await here.addUser(otherId, 'worker')),
    };
    const cases: [object, (keyof typeof people)[]][] = [
      [{ company_ids: '' }, ['worker', 'blind', 'hm', 'other']],
      [{}, ['worker', 'blind', 'hm']],
      [{ company_ids: `${otherId},${companyId}` }, ['worker', 'blind', 'hm', 'other']],
      [{ target_user_role: 'worker' }, ['worker', 'blind']],
      [{ target_user_role: 'hm' }, ['hm']],
      [{ target_can_search: true }, ['worker']],
      [{ target_can_search: false }, ['blind', 'hm']],
      [{ company_ids: '', region: 'russia' }, ['worker', 'blind', 'hm']],
      [{ company_ids: '', region: 'rest' }, ['other']],
      [{ company_ids: '', region: 'rest', target_user_role: 'worker', target_can_search: true }, ['other']],
      [{ region: 'rest' }, []],
      [{ active: false }, []],
    ];
    for (const [settings, expected] of cases) {
      const { id } = await make(settings);
      const reached: string[] = [];
      for (const [name, who] of Object.entries(people)) if (await hasNotification(who, id)) reached.push(name);
      expect([settings, reached]).toEqual([settings, expected]);
      await staff.delete(`${path}${id}/`);
    }
  });

  it('[NOTF-023] [NOTF-030] start and end at midnight in Moscow', async () => {
    const before = here.clock.now();
    const { id } = await make({ start_date: '2031-03-02', end_date: '2031-03-03' });
    const moments: [string, boolean, string][] = [
      ['2031-03-01T20:59:59Z', false, 'scheduled'],
      ['2031-03-01T21:00:00Z', true, 'shown'],
      ['2031-03-03T20:59:59Z', true, 'shown'],
      ['2031-03-03T21:00:00Z', false, 'ended'],
    ];
    for (const [moment, isShown, state] of moments) {
      here.clock.set(new Date(moment));
      const manager = await here.signIn(await here.addUser(companyId, 'super_user'));
      expect([moment, await hasNotification(manager, id)]).toEqual([moment, isShown]);
      expect((await manager.get(`${path}${id}/`)).body.state).toBe(state);
      const found = (await manager.get(`${path}?state=${state}`)).body.system_notifications as { id: number }[];
      expect(found.some((each) => each.id === id)).toBe(true);
      expect((await manager.post(`${path}${id}/read/`)).status).toBe(isShown ? 200 : 404);
    }
    here.clock.set(before);
  });

  it('[NOTF-011] [NOTF-012] [NOTF-016] [NOTF-036] [NOTF-037] [NOTF-038] are read and hidden separately by each user', async () => {
    const { id } = await make();
    const colleague = await here.signIn(await here.addUser(companyId, 'worker'));
    const own = async (who: Caller) => (await ownNotifications(who)).find((each) => each.id === id);
    expect(await worker.post(`${path}${id}/read/`)).toMatchObject({ status: 200, body: { id, status: 'read' } });
    expect(await own(worker)).toMatchObject({ status: 'read', interacted: true });
    expect(await worker.post(`${path}${id}/hidden/`)).toMatchObject({ status: 200, body: { status: 'hidden' } });
    expect(await worker.post(`${path}${id}/read/`)).toMatchObject({ status: 200, body: { status: 'hidden' } });
    expect(await own(worker)).toMatchObject({ status: 'hidden', interacted: true });
    expect(await own(colleague)).toMatchObject({ status: 'unseen', interacted: false });
    expect((await worker.post(`${path}${id}/seen/`)).status).toBe(404);
    const foreign = await make({ target_user_role: 'admin' });
    for (const status of ['read', 'hidden']) {
      expect((await worker.post(`${path}${foreign.id}/${status}/`)).status).toBe(404);
      expect((await here.visitor().post(`${path}${id}/${status}/`)).status).toBe(401);
    }
  });

  it('[NOTF-011] [ROLE-033] are hidden from staff who impersonate a user, and stay unseen for the user', async () => {
    const person = await here.addUser(companyId, 'worker');
    const { id } = await make();
    await staff.post(`/api/internal/users/${person.id}/login_as/`);
    expect(await ownNotifications(staff)).toEqual([]);
    for (const status of ['read', 'hidden'])
      expect(await staff.post(`${path}${id}/${status}/`)).toMatchObject({ status: 403, body: { code: 'not_while_acting' } });
    await staff.post('/api/internal/users/return/');
    expect(await hasNotification(staff, id)).toBe(true);
    expect((await ownNotifications(await here.signIn(person))).find((each) => each.id === id)).toMatchObject({ status: 'unseen' });
  });

  it('[NOTF-008] start with the first unseen one', async () => {
    const reader = await here.signIn(await here.addUser(await here.addCompany(), 'admin_without_search'));
    const all = [];
    for (let index = 0; index < 3; index += 1) all.push((await make({ company_ids: '', target_user_role: 'admin_without_search' })).id);
    expect((await ownNotifications(reader)).map(({ id }) => id)).toEqual(all);
    await reader.post(`${path}${all[0]}/read/`);
    expect((await ownNotifications(reader)).map(({ id }) => id)).toEqual([all[1], all[2], all[0]]);
  });
});
