import { beforeAll, describe, expect, it } from 'vitest';
import { dayMs } from '@headwater/domain/time/durations';
import { type Caller, useInstallation } from '../../../test/installation.ts';

const here = useInstallation();
const path = '/api/v6/active-users/';

let staff: Caller;
beforeAll(async () => {
  staff = await here.signIn(await here.addUser(await here.addCompany(), 'super_user'));
  await here.application.search.start();
});

describe('active users', () => {
  it('[ACT-002] [ACT-003] [ACT-004] lists recruiters and administrators who used a part within 30 days', async () => {
    const features = { has_messaging: true, has_sequences: true };
    const companyId = await here.addCompany({ name: 'Active company', features });
    const extension = await here.addCompany({ name: 'Extension company', isExtCompany: true });
    const [worker, admin, hm, visiting] = [
      await here.addUser(companyId, 'worker'),
      await here.addUser(companyId, 'admin'),
      await here.addUser(companyId, 'hm'),
      await here.addUser(extension, 'worker'),
    ];
    const app = await here.openAgain().createHttp();
    await (await here.signIn(worker, app)).get('/api/v6/mailing_templates/');
    await (await here.signIn(admin, app)).get('/api/savedqueries/');
    await (await here.signIn(hm, app)).get('/api/v6/folders/');
    await (await here.signIn(visiting, app)).get('/api/internal/users/me/');
    await app.close();
    const ids = async (query: string) => ((await staff.get(`${path}?${query}`)).body.users as { id: number }[]).map(({ id }) => id);
    const listed = await staff.get(`${path}?company_id=${companyId}`);
    expect(listed.body).toMatchObject({ count: 2, pages: { current: 1, total: 1 } });
    expect(listed.body.users).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          id: worker.id,
          role: 'worker',
          parts: ['messaging'],
          company: { id: companyId, name: 'Active company' },
        }),
        expect.objectContaining({ id: admin.id, role: 'admin', parts: ['search'] }),
      ]),
    );
    expect(await ids(`company_id=${companyId}&system_part=messaging`)).toEqual([worker.id]);
    expect(await ids(`company_id=${companyId}&role=admin`)).toEqual([admin.id]);
    expect(await ids('system_part=extension')).toEqual([visiting.id]);
    expect(await ids('search=extension+comp')).toEqual([visiting.id]);
    expect((await staff.get(`${path}?system_part=other`)).status).toBe(400);
    here.clock.advance(29 * dayMs);
    expect(await ids(`company_id=${companyId}`)).toHaveLength(2);
    here.clock.advance(2 * dayMs);
    staff = await here.signIn(await here.addUser(companyId, 'sales_manager'));
    expect(await ids(`company_id=${companyId}`)).toEqual([]);
  });

  it('[ROLE-038] rejects everyone but staff', async () => {
    const companyId = await here.addCompany();
    for (const role of ['worker', 'admin', 'hm', 'manager', 'service_admin'] as const)
      expect((await (await here.signIn(await here.addUser(companyId, role))).get(path)).status).toBe(403);
  });
});
