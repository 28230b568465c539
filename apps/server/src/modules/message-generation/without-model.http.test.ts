import { expect, it } from 'vitest';
import { useSharedInstallation } from '../../../test/installation.ts';
import { addReaders } from '../../../test/mailing-fixtures.ts';

const here = useSharedInstallation();

it('[AIO-029] explains how to connect a missing model, and takes no credit', async () => {
  const companyId = await here.addCompany();
  await here.sql('update companies set credits = 5 where id = $1', [companyId]);
  const caller = await here.signIn(await here.addUser(companyId, 'worker'));
  const [reader] = await addReaders(here, companyId, 1);
  const { id: vacancy } = (await caller.post('/api/v6/folders/', { name: 'Data engineer' })).body;
  await caller.post('/api/v6/candidates/', { folder_id: vacancy, profiles: [reader?.profile] });
  expect((await caller.get('/api/v6/messaging/generation/languages/')).body).toMatchObject({ is_connected: false, credits: 5 });
  const status = `/api/internal/llm_mailing/status/?vacancy_id=${vacancy}`;
  expect((await caller.get(status)).body).toMatchObject({ is_connected: false, progress: null, mailing_list_id: null });
  for (const asked of [
    caller.post('/api/v6/messaging/generation/', { job_description: 'a', profile_id: reader?.profile }),
    caller.post('/api/internal/llm_mailing/', { vacancy, prompt: 'Friendly' }),
  ]) {
    expect(await asked).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('Ask the people who run this installation to connect one') },
    });
  }
  expect(await here.sql('select credits from companies where id = $1', [companyId])).toEqual([{ credits: 5 }]);
  expect((await caller.get(`/api/v6/mailing_lists/?folder_id=${vacancy}`)).body.count).toBe(0);
});
