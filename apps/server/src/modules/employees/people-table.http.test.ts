import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { useInstallation } from '../../../test/installation.ts';

const here = useInstallation({ HEADWATER_SMTP_URL: 'smtp://127.0.0.1:9' });
const path = '/api/v6/employees/';
const idsOf = (body: { employees: { id: number }[] }) => body.employees.map(({ id }) => id);

it('[DEC-08] filters people by second factor and shows the method of their last sign-in', async () => {
  const company = await here.addCompany();
  const owner = await here.addUser(company, 'admin');
  const admin = await here.signIn(owner);
  const [guarded, plain] = [await here.addUser(company, 'worker'), await here.addUser(company, 'worker')];
  await here.sql(
    `insert into passkeys (company_id, user_id, credential_id, public_key, user_handle, name, created_at)
     values ($1, $2, 'one', '\\x00', $3, 'Phone', now())`,
    [company, guarded.id, Buffer.alloc(32)],
  );
  expect(idsOf((await admin.get(`${path}?second_factor=true`)).body)).toEqual([guarded.id]);
  expect(idsOf((await admin.get(`${path}?second_factor=false`)).body).toSorted()).toEqual([owner.id, plain.id].toSorted());
  const signIns = Object.fromEntries(
    (await admin.get(path)).body.employees.map(({ id, last_sign_in: last }: { id: number; last_sign_in: object | null }) => [id, last]),
  );
  expect(signIns).toMatchObject({ [owner.id]: { way: 'password', at: here.clock.now().toISOString() }, [plain.id]: null });
  // Signing in is no change of the user.
  expect((await admin.get(`/api/v6/audit/?kind=user_changed&target_id=${owner.id}`)).body.count).toBe(0);
});

it('[EMP-012] [DEC-14] exports people as a table in the language of the reader, with the filters of the list', async () => {
  const company = await here.addCompany();
  const admin = await here.signIn(await here.addUser(company, 'admin'));
  const worker = await here.addUser(company, 'worker');
  await here.sql(`update users set first_name = '=cmd', last_name = 'Иванова' where id = $1`, [worker.id]);
  const read = async (query = '') =>
    parse(String((await admin.get(`${path}export/?${query}`)).body), { columns: true, bom: true }) as Record<string, string>[];
  expect(await read()).toHaveLength(2);
  const [row] = await read('roles=worker');
  expect(row).toMatchObject({
    Email: worker.email,
    Role: 'Recruiter',
    Search: 'Yes',
    'Two-step verification': 'No',
    'Last name': 'Иванова',
  });
  expect(row?.['First name']).not.toMatch(/^=/);
  await admin.patch('/api/v6/user/settings/', { language: 'ru' });
  expect((await read('roles=worker'))[0]).toMatchObject({ Почта: worker.email, Роль: 'Рекрутер' });
  expect((await admin.get('/api/v6/audit/?kind=exported')).body.entries[0]).toMatchObject({
    target: { kind: 'company' },
    fields: ['employees'],
  });
  const recruiter = await here.signIn(worker);
  expect((await recruiter.get(`${path}export/`)).status).toBe(403);
  const foreign = await here.signIn(await here.addUser(await here.addCompany(), 'admin'));
  expect((await foreign.get(`${path}export/?company_id=${company}`)).status).toBe(404);
});
