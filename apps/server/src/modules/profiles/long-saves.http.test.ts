import { beforeAll, describe, expect, it } from 'vitest';
import { answerBytes, leastAnswerBytes } from '../../../test/answer-bytes.ts';
import { type Caller, useSharedInstallation } from '../../../test/installation.ts';
import { addProfiles } from '../../../test/vacancy-fixtures.ts';

const here = useSharedInstallation();
const mb = 1024 * 1024;

let [anna, boris] = [] as unknown as [Caller, Caller];
beforeAll(async () => {
  const company = await here.addCompany();
  anna = await here.signIn(await here.addUser(company, 'worker'));
  boris = await here.signIn(await here.addUser(company, 'worker', { language: 'ru' }));
});

const privateOf = (id: number) => `/api/v6/profiles/${id}/private/`;
/** About 2 MB. */
const long = (letter: string) => ({
  positions: Array.from({ length: 100 }, (_, index) => ({ title: `Post ${index}`, description: letter.repeat(10_000) })),
});
const versions = [long('я'), long('ю')];
const save = (caller: Caller, id: number, turn: number) => caller.post(privateOf(id), { ...versions[turn % 2], order_id: `${turn}` });
const succeed = (work: () => Promise<{ status: number }>) => async () => expect((await work()).status).toBe(200);
const bytesOf = (work: () => Promise<{ status: number }>) => leastAnswerBytes(here.application, succeed(work));
const bytesOnce = (work: () => Promise<{ status: number }>) => answerBytes(here.application.database.pool, succeed(work));
const storedBytes = async (id: number) =>
  (
    await here.sql<{ bytes: number }>('select sum(octet_length(data::text))::float as bytes from profile_fragments where profile_id = $1', [
      id,
    ])
  )[0]?.bytes ?? 0;

describe('long saves of a profile', () => {
  it('[REQ-049] cost the next save and each opening only the size of the profile, however many there are', async () => {
    const [id = 0] = await addProfiles(here, 1);
    await save(anna, id, 0);
    let turn = 1;
    const saveNext = () => save(anna, id, turn++);
    const early = await bytesOf(saveNext);
    for (let more = 0; more < 4; more += 1) expect((await saveNext()).status).toBe(200);
    const late = await bytesOf(saveNext);
    expect(await storedBytes(id)).toBeGreaterThan(20 * mb);
    // Reads the effective and the found profile, but no earlier save. The search may read the profile once more.
    expect(late).toBeLessThan(early + 4 * mb);
    const [page, editing, files] = [
      await bytesOf(() => anna.get(`/api/internal/profiles/${id}/`)),
      await bytesOf(() => anna.get(privateOf(id))),
      await bytesOf(() => anna.get(`/api/internal/profiles/${id}/resumes/`)),
    ];
    for (const bytes of [page, editing]) expect(bytes).toBeLessThan(8 * mb);
    expect(files).toBeLessThan(2.5 * mb);
    const { fragments, origins, seen } = (await anna.get(privateOf(id))).body;
    expect([fragments.length, fragments[0].fields]).toEqual([11, ['order_id', 'positions']]);
    expect(origins).toEqual({ order_id: fragments.at(-1).id, positions: fragments.at(-1).id });
    expect([seen.order_id, seen.positions[99].description[0]]).toEqual(['10', 'я']);
    // Both read the profile twice more if the company knows erased people.
    const removed = await bytesOnce(() => anna.delete(`/api/v6/private/${fragments.at(-1).id}/`));
    expect(removed.total).toBeLessThan(12 * mb);
    expect((await anna.get(privateOf(id))).body.seen.positions[99].description[0]).toBe('ю');
    const restored = await bytesOnce(() => anna.post(`${privateOf(id)}restore/`, { fields: ['positions'] }));
    expect(restored.total).toBeLessThan(12 * mb);
    const { origins: left, seen: found } = (await anna.get(privateOf(id))).body;
    expect([left, found.positions.length]).toEqual([{ order_id: fragments[9].id }, 1]);
  });

  it('[REQ-049] are rejected beyond 32 MB, at the longest field, until some are undone', async () => {
    const [id = 0] = await addProfiles(here, 1);
    let turn = 0;
    while ((await save(anna, id, turn)).status === 200 && turn < 30) turn += 1;
    expect(await storedBytes(id)).toBeLessThanOrEqual(32 * mb);
    expect(await storedBytes(id)).toBeGreaterThan(28 * mb);
    expect(await save(anna, id, turn)).toMatchObject({ status: 400, body: { positions: [expect.stringContaining('Undo some of them')] } });
    expect(await save(boris, id, turn)).toMatchObject({ status: 400, body: { positions: [expect.stringContaining('отмените часть')] } });
    const { fragments } = (await anna.get(privateOf(id))).body;
    expect(fragments).toHaveLength(turn);
    // A shorter save is always accepted, and other profiles are unaffected.
    expect((await anna.patch(`/api/v6/profiles/private/${fragments[0].id}/`, { without: ['positions'] })).status).toBe(200);
    expect((await save(anna, id, turn)).status).toBe(200);
    const [other = 0] = await addProfiles(here, 1);
    expect((await save(anna, other, 0)).status).toBe(200);
  });
});
