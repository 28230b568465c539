import { expect, it } from 'vitest';
import { answerBytes, longPositions } from '../../../test/answer-bytes.ts';
import { useSharedInstallation } from '../../../test/installation.ts';
import { addProfiles } from '../../../test/vacancy-fixtures.ts';

const here = useSharedInstallation();

it('[EXP-001] [REQ-049] reads long profiles in small batches, each candidate once and in order', async () => {
  const caller = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
  const { id } = (await caller.post('/api/v6/folders/', { name: 'Designer' })).body as { id: number };
  for (let turn = 0; turn < 8; turn += 1) {
    // The second and the last profile are short.
    const input = { first_name: 'Ada', last_name: `N${turn}`, positions: turn % 6 === 1 ? [] : longPositions(100) };
    const [profile = 0] = await addProfiles(here, 1, { input });
    await caller.post('/api/v6/candidates/', { folder_id: id, profiles: [profile] });
  }
  let names: string[] = [];
  const { most } = await answerBytes(here.application.database.pool, async () => {
    const { body } = await caller.post(`/api/vacancies/${id}/candidates/export/csv`, { columns: ['name'] });
    names = (body as string).split('\r\n').slice(1).filter(Boolean);
  });
  expect(names.toSorted()).toEqual(Array.from({ length: 8 }, (_, turn) => `Ada N${turn}`));
  expect(new Set(names).size).toBe(8);
  expect(most).toBeLessThan(3_500_000);
});
