import { describe, expect, it } from 'vitest';
import { useInstallation, useSharedInstallation } from '../../../test/installation.ts';

const asking = useInstallation({ HEADWATER_SURVEY_URL: 'https://survey.test/ask', HEADWATER_SURVEY_ACCOUNT: 'acme-7' });
const silent = useSharedInstallation();
type Role = Parameters<typeof asking.addUser>[1];

async function surveyOf(here: typeof asking, role: Role, accessType: string): Promise<unknown> {
  const company = await here.addCompany();
  await here.sql('update companies set access_type = $2 where id = $1', [company, accessType]);
  const caller = await here.signIn(await here.addUser(company, role));
  return (await caller.get('/api/internal/users/me/')).body.survey;
}

describe('the feedback survey', () => {
  it('[SHELL-033] [ROLE-012] is shown to users of paying companies, not to staff', async () => {
    for (const role of ['worker', 'admin'] as const)
      expect(await surveyOf(asking, role, 'pay')).toEqual({ address: 'https://survey.test/ask', account: 'acme-7' });
    expect(await surveyOf(asking, 'worker', 'demo')).toBeNull();
    for (const role of ['super_user', 'sales_manager'] as const) expect(await surveyOf(asking, role, 'pay')).toBeNull();
  });

  it('[SHELL-035] is absent if it is not configured', async () => {
    expect(await surveyOf(silent, 'worker', 'pay')).toBeNull();
  });
});
