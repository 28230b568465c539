import { beforeAll, expect, it } from 'vitest';
import { useInstallation } from '../../../test/installation.ts';
import { useServices } from '../../../test/social-fixtures.ts';
import { enter, newcomer, pathOf, stepOf } from '../../../test/social-visits.ts';

const services = useServices();
const here = useInstallation({ HEADWATER_REGISTRATION: 'off' }, services.open);
beforeAll(() => here.addCompany());

it('[ACC-003] rejects registration through another service while registration is closed', async () => {
  const person = newcomer();
  const browser = here.visitor();
  await enter(browser, person);
  const { step } = await stepOf(browser);
  expect(step).toEqual(expect.any(String));
  const answer = await browser.post(`${pathOf('google')}/register/`, { step, first_name: 'Grace', last_name: 'Hopper', language: 'en' });
  expect(answer).toMatchObject({ status: 403, body: { code: 'registration_closed' } });
  expect(await here.sql('select from users where email = $1', [person.email])).toEqual([]);
});
