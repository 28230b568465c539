import { expect, it } from 'vitest';
import { whileHeld } from '../../../test/held-table.ts';
import { type Caller, useInstallation } from '../../../test/installation.ts';
import { addProfiles } from '../../../test/vacancy-fixtures.ts';

const here = useInstallation();
const newCaller = async (companyId: number) => here.signIn(await here.addUser(companyId, 'worker'));
const glue = (caller: Caller, ids: readonly number[]) => caller.post('/api/glun/v4/', { action: 'glue', profile_ids: ids });

it('runs the merges of a user one at a time, so that they block no connections or turns of others', async () => {
  const company = await here.addCompany();
  const [anna, bert, zoe] = [await newCaller(company), await newCaller(company), await newCaller(await here.addCompany())];
  const pairs: number[][] = [];
  for (let count = 0; count < 6; count += 1) pairs.push(await addProfiles(here, 2, {}));
  const [ofBert = [], ofZoe = [], ...ofAnna] = pairs;
  const requests = await whileHeld(here, 'profile_merges', async ({ waiting }) => {
    const own = ofAnna.map((pair) => glue(anna, pair));
    // Three are admitted, so only the refused request answers.
    const refused = await Promise.race(own);
    await waiting(1);
    expect(refused).toMatchObject({ status: 429, body: { code: 'merges_busy' }, headers: { 'retry-after': '5' } });
    expect(refused.body.detail).toBe('Earlier merges are still running. Try again in 5 s');
    expect(await anna.post(`/api/profiles/${ofAnna[0]?.[0]}/detach/`, {})).toMatchObject({ status: 429, body: { code: 'merges_busy' } });
    const other = glue(zoe, ofZoe);
    await waiting(2);
    return [...own, other, glue(bert, ofBert)];
  });
  const answers = await Promise.all(requests);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 429]);
  for (const pair of ofAnna) expect(await glue(anna, pair)).toMatchObject({ status: 200, body: { profile_id: pair[0] } });
});
