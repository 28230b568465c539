import { expect, it } from 'vitest';
import { useSharedInstallation } from '../../../test/installation.ts';

const here = useSharedInstallation();
const path = '/api/v6/vacancies/description/';

it('[AIO-029] explains how to connect a missing model, and takes no credit', async () => {
  const companyId = await here.addCompany();
  await here.sql('update companies set credits = 1 where id = $1', [companyId]);
  const caller = await here.signIn(await here.addUser(companyId, 'worker'));
  expect((await caller.get(`${path}languages/`)).body).toMatchObject({ is_connected: false, credits: 1 });
  const { status, body } = await caller.post(path, { position: 'a', company_name: 'b', responsibilities: 'c', language: 'en' });
  expect({ status, detail: body.detail }).toEqual({
    status: 400,
    detail: expect.stringContaining('Ask the people who run this installation to connect one'),
  });
  expect(await here.sql('select credits from companies where id = $1', [companyId])).toEqual([{ credits: 1 }]);
  expect((await caller.get(path)).body.count).toBe(0);
});
