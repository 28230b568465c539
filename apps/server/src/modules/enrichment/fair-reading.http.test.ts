import { expect, it } from 'vitest';
import { previewCsv } from '../../../test/enrichment-fixtures.ts';
import { useInstallation } from '../../../test/installation.ts';

const here = useInstallation();
const newCaller = async (companyId: number) => here.signIn(await here.addUser(companyId, 'worker'));

it('rejects the fifth CSV file of a person, and reads the file of another company', async () => {
  const [anna, zoe] = [await newCaller(await here.addCompany()), await newCaller(await here.addCompany())];
  // The first file starts the reading process, which takes longer than the other requests need to
  // arrive.
  const answers = [...Array.from({ length: 12 }, () => previewCsv(anna, 'a@x.test\n')), previewCsv(zoe, 'z@x.test\n')];
  const all = await Promise.all(answers);
  expect(all.at(-1)?.status).toBe(200);
  const refused = all.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  expect(all.length - refused.length).toBeGreaterThan(4);
  for (const { status, body, headers } of refused) expect([status, body.code, headers['retry-after']]).toEqual([429, 'reading_busy', '5']);
  expect((await previewCsv(anna, 'a@x.test\n')).status).toBe(200);
});
