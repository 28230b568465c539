import type { SectionStatistics, StatisticsBreakdown } from '@headwater/contract/statistics';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Caller, useInstallation } from '../../../test/installation.ts';
import { addMessage, messagesIn } from '../../../test/message-fixtures.ts';
import { fillVacancy } from '../../../test/vacancy-fixtures.ts';

const here = useInstallation();
const minuteMs = 60_000;
const read = async <T>(caller: Caller, path: string): Promise<T> => {
  const { status, body } = await caller.get(path);
  expect([path, status, status === 200 ? undefined : body]).toEqual([path, 200, undefined]);
  return body;
};

const reply = ({ id }: { id: number }, at: Date | null = here.clock.now()) => messagesIn(here).update({ id }, { replied_at: at });

describe('positive replies', () => {
  let own: number;
  let author: number;
  let caller: Caller;
  let filled: { id: number; profiles: number[]; candidates: number[] };
  const section = (query = '') => read<SectionStatistics>(caller, `/api/v6/companies/${own}/statistics/messaging/${query}`);
  const figure = async (id: string) => (await section()).figures.find((each) => each.id === id)?.now.value;
  const set = async (candidate: number, name: string) => {
    const { body } = await caller.get('/api/v6/status_collection/statuses/');
    const status = body.statuses.find((each: { name: string }) => each.name === name).id;
    const answer = await caller.patch(`/api/v6/candidates/${filled.candidates[candidate]}/`, { status });
    expect(answer.status).toBe(200);
    await here.clock.advance(10 * minuteMs);
  };
  const send = async (candidate: number, folder: number | null = filled.id) => {
    const [profile, now] = [filled.profiles[candidate] ?? 0, here.clock.now()];
    return addMessage(here, {
      company: own,
      user: author,
      profile,
      mailing: { folder_id: folder },
      message: { state: 'sent', sent_at: now },
    });
  };

  beforeEach(async () => {
    own = await here.addCompany();
    const user = await here.addUser(own, 'admin');
    author = user.id;
    caller = await here.signIn(user);
    filled = await fillVacancy(here, caller, { profiles: 3 });
  });

  it('[STB-004] counts a reply once its candidate moves forward, and keeps it when the candidate is rejected later', async () => {
    const [message, silent] = [await send(0), await send(1)];
    await set(0, 'Contacted');
    await reply(message);
    await set(0, 'Replied');
    expect([await figure('replied'), await figure('positive')]).toEqual([1, 0]);
    await set(0, 'Interview');
    await set(0, 'Offer');
    await set(1, 'Interview');
    await set(0, 'Rejected');
    expect([await figure('positive'), await figure('positive_share')]).toEqual([1, 1]);
    await reply(message, null);
    expect([await figure('replied'), await figure('positive')]).toEqual([0, 0]);
    // The move precedes the reply.
    await reply(silent);
    expect([await figure('replied'), await figure('positive')]).toEqual([1, 0]);
  });

  it('[STB-004] counts no rejection, no reversed move and no move in another vacancy', async () => {
    const other = await fillVacancy(here, caller, { profiles: 1 });
    const [rejected, reversed] = [await send(0), await send(1)];
    const elsewhere = await send(2, other.id);
    for (const message of [rejected, reversed, elsewhere]) await reply(message);
    await set(0, 'Rejected');
    await set(2, 'Interview');
    const { body } = await caller.get('/api/v6/status_collection/statuses/');
    const ids = Object.fromEntries(body.statuses.map((each: { name: string; id: number }) => [each.name, each.id]));
    await caller.patch(`/api/v6/candidates/${filled.candidates[1]}/`, { status: ids['Interview'] });
    expect(await figure('positive')).toBe(1);
    await here.clock.advance(2 * minuteMs);
    await caller.patch(`/api/v6/candidates/${filled.candidates[1]}/`, { status: ids['New'] });
    expect([await figure('replied'), await figure('positive')]).toEqual([3, 0]);
  });

  it('[STB-004] counts a reply that arrives after the move, and reads the statuses of the settings', async () => {
    const { body } = await caller.get('/api/v6/status_collection/statuses/');
    const offer = body.statuses.find((each: { name: string }) => each.name === 'Offer').id;
    await caller.post(`/api/v6/companies/${own}/statistics/settings/`, { section: 'pipeline', rejected_statuses: [offer] });
    const [late, refused] = [await send(0, null), await send(1)];
    await here.clock.advance(minuteMs);
    const repliedAt = here.clock.now();
    await here.clock.advance(minuteMs);
    await set(0, 'Interview');
    await reply(late, repliedAt);
    await reply(refused);
    await set(1, 'Offer');
    expect([await figure('replied'), await figure('positive')]).toEqual([2, 1]);
    const list = await read<{ count: number; items: { person: { id: number } }[] }>(
      caller,
      `/api/internal/companies/${own}/statistics/list/?section=messaging&metric=positive`,
    );
    expect(list).toMatchObject({ count: 1, items: [{ person: { id: filled.profiles[0] } }] });
  });

  it('[STB-004] shows them by template, step, variant, sender, weekday and hour, with intervals where the numbers are small', async () => {
    const message = await send(0);
    await reply(message);
    await set(0, 'Interview');
    const share = { value: 1, count: 1, of: 1, is_small: true, interval: [expect.closeTo(0.207, 3), 1] };
    expect((await section('?table=templates')).rows).toMatchObject([
      { id: null, cells: { positive: { value: 1 }, positive_share: share } },
    ]);
    for (const name of ['steps', 'variants', 'senders', 'weekdays', 'hours']) {
      const address = `/api/internal/companies/${own}/statistics/breakdown/?section=messaging&breakdown=${name}`;
      const { columns, rows } = await read<StatisticsBreakdown>(caller, address);
      const shown = columns.map(({ key }) => key);
      expect(shown).toEqual(
        expect.arrayContaining(['delivered', 'opened', 'machine_opened', 'replied', 'positive', 'bounced', 'unsubscribed']),
      );
      const found = rows.filter(({ values }) => values['sent'] !== 0);
      expect([name, found]).toMatchObject([
        name,
        [{ values: { delivered: 1, replied: 1, positive: 1, bounced: 0 }, intervals: { positive_share: share.interval } }],
      ]);
    }
  });

  it('[STB-004] leaves intervals out where the numbers are large', async () => {
    for (let count = 0; count < 30; count += 1) await send(0);
    const address = `/api/internal/companies/${own}/statistics/breakdown/?section=messaging&breakdown=steps`;
    const { rows } = await read<StatisticsBreakdown>(caller, address);
    expect(rows).toMatchObject([{ values: { delivered: 30, replied_share: 0 }, intervals: {} }]);
  });
});
