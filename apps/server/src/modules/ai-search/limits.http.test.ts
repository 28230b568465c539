import { beforeAll, expect, it } from 'vitest';
import { type Caller, useInstallation } from '../../../test/installation.ts';

const here = useInstallation();
const features = { has_gpt: true };
const base = '/api/internal/ai_search/';

let company: number;
beforeAll(async () => {
  company = await here.addCompany({ features });
  await here.application.search.start();
});

const newCaller = async (of = company): Promise<Caller> => here.signIn(await here.addUser(of, 'worker'));
/** Number of accepted requests, and the rejected answers. */
async function many(count: number, ask: () => ReturnType<Caller['post']>) {
  const answers = await Promise.all(Array.from({ length: count }, ask));
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 429)).toEqual([]);
  return { done: count - refused.length, refused };
}
const start = (caller: Caller) => () => caller.post(base, { text: 'Python developer' });

it('[AIS-002] limits AI searches per minute and user', async () => {
  const [anna, boris] = [await newCaller(), await newCaller()];
  const { done, refused } = await many(25, start(anna));
  expect(done).toBe(20);
  expect(refused[0]).toMatchObject({ headers: { 'retry-after': '60' } });
  expect(refused[0]).toMatchObject({ body: { code: 'too_many_requests', detail: expect.stringMatching(/try again in \d+ s/) } });
  expect((await many(1, start(boris))).done).toBe(1);
  // Rejected requests start nothing.
  expect(await here.sql('select from ai_searches where company_id = $1', [company])).toHaveLength(21);
  here.clock.advance(61_000);
  expect((await many(1, start(anna))).done).toBe(1);
});

it('[AIS-002] limits AI searches per minute and company, without affecting others', async () => {
  const crowded = await here.addCompany({ features });
  let done = 0;
  for (let person = 0; person < 11; person += 1) done += (await many(20, start(await newCaller(crowded)))).done;
  expect(done).toBe(200);
  expect((await many(1, start(await newCaller(await here.addCompany({ features }))))).done).toBe(1);
});

it('[AIS-002] limits changes of a search per minute', async () => {
  const caller = await newCaller();
  const { id } = (await start(caller)()).body;
  const change = () => caller.patch(`${base}${id}/`, { q: '', f: '', levels: [] });
  const { done } = await many(65, change);
  expect(done).toBe(60);
});
