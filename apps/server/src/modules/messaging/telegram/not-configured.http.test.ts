import { expect, it } from 'vitest';
import { useInstallation } from '../../../../test/installation.ts';
import { addProfiles } from '../../../../test/vacancy-fixtures.ts';

const here = useInstallation();
const api = '/api/internal/telegram/';

it('[TG-075] [DEC-01] sends and accepts no code without Telegram credentials', async () => {
  const company = await here.addCompany({ features: { has_messaging: true, has_telegram: true } });
  const admin = await here.signIn(await here.addUser(company, 'admin'));
  const refused = { status: 409, body: { code: 'not_configured' } };
  const phone = { phone_number: '+79990001122' };
  expect(await admin.post(`${api}accounts/send_code_request/`, phone)).toMatchObject(refused);
  expect(await admin.post(`${api}accounts/`, { ...phone, code: '12345' })).toMatchObject(refused);
  expect((await admin.get(`${api}accounts/`)).body).toMatchObject({ count: 0, results: [], is_configured: false });
  const [profile] = await addProfiles(here, 1);
  const begun = await admin.post(`${api}dialogs/get_or_create/`, { profile_id: profile, username: 'somebody_there' });
  expect(begun.status).toBeGreaterThanOrEqual(400);
  expect((await admin.get(`${api}dialogs/`)).body).toMatchObject({ count: 0 });
  expect(await here.sql('select from telegram_sign_ins')).toEqual([]);
});
