import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, useSharedInstallation } from '../../../test/installation.ts';
import { addReaders, type Reader } from '../../../test/mailing-fixtures.ts';

const here = useSharedInstallation();
const path = '/api/mixmax/sequence_reports/';

let recruiter: Caller;
let stranger: Caller;
let reader: Reader;
beforeAll(async () => {
  const company = await here.addCompany();
  recruiter = await here.signIn(await here.addUser(company, 'worker'));
  stranger = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
  [reader] = (await addReaders(here, company, 1)) as [Reader];
});

describe('reports of Mixmax', () => {
  it('[SEQ-034] [SEQ-035] are empty when the company has no connection', async () => {
    expect(await recruiter.get(`${path}?profile_id=${reader.profile}`)).toMatchObject({ status: 200, body: { sequence_reports: [] } });
  });

  it('[SEQ-035] rejects an unknown profile', async () => {
    const missing = await recruiter.get(`${path}?profile_id=999999999`);
    expect(missing.status).toBe(404);
    expect(await stranger.get(`${path}?profile_id=${reader.profile}`)).toMatchObject({ status: 404, body: missing.body });
    for (const wrong of ['', '?profile_id=', '?profile_id=x', '?profile_id=-1']) {
      expect(await recruiter.get(path + wrong)).toMatchObject({ status: 400, body: { profile_id: [expect.any(String)] } });
    }
    expect((await here.visitor().get(`${path}?profile_id=${reader.profile}`)).status).toBe(401);
  });
});
