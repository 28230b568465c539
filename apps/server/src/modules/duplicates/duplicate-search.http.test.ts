import { beforeAll, describe, expect, it } from 'vitest';
import { hourMs } from '@headwater/domain/time/durations';
import { answerBytes, longPositions } from '../../../test/answer-bytes.ts';
import { duplicatesIn, idsOf, othersOf } from '../../../test/duplicate-fixtures.ts';
import { type Caller, useInstallation } from '../../../test/installation.ts';
import { addProfiles } from '../../../test/vacancy-fixtures.ts';
import { createLog, type Log } from '#platform/log.ts';
import { findNextDuplicates, startDuplicateFinder } from './public.ts';

const here = useInstallation();
const path = '/api/v6/duplicates/';
const { somebody, add, lookForAll } = duplicatesIn(here);

let company: number;
let caller: Caller;
let stranger: Caller;
let strangers: number;
beforeAll(async () => {
  [company, strangers] = [await here.addCompany(), await here.addCompany()];
  caller = await here.signIn(await here.addUser(company, 'worker'));
  stranger = await here.signIn(await here.addUser(strangers, 'worker'));
});

describe('the duplicate search', () => {
  it('removes all data of an erased person', async () => {
    const person = somebody();
    const [one, two] = [await add(person), await add(person)];
    await lookForAll();
    const views = await here.sql<{ id: number }>(`select id from duplicate_views where profile_id = ${two}`);
    expect(views).toHaveLength(1);
    const { database } = here.application;
    await database.asSystem(async (tx) => {
      const { eraseProfile } = await import('#modules/profiles/public/erasing.ts');
      await eraseProfile(tx, two, here.clock.now());
    });
    await lookForAll();
    expect(await here.sql(`select from duplicate_keys where view_id = ${views[0]?.id}`)).toEqual([]);
    expect(await here.sql(`select from duplicate_views where profile_id = ${two}`)).toEqual([]);
    expect(await idsOf(caller, one)).toEqual([]);
  });

  it('does not compare people by an address that a whole agency shares', async () => {
    const people = await Promise.all(
      Array.from({ length: 40 }, () => add(somebody({ contacts: [{ type: 'email', value: 'vera@agency.test' }] }))),
    );
    await lookForAll();
    for (const id of people.slice(0, 3)) expect(await othersOf(caller, id)).toEqual([]);
  });

  it('compares people of a company, however many of another company share their address', async () => {
    const contacts = [{ type: 'email' as const, value: 'lidia@agency.test' }];
    // The older company.
    await Promise.all(Array.from({ length: 95 }, () => add(somebody({ contacts }), company)));
    const person = somebody({ contacts, positions: [] });
    const [one, two] = [await add(person, strangers), await add({ ...person, last_name: 'Сыромятникова' }, strangers)];
    await lookForAll();
    expect(await idsOf(stranger, one)).toEqual([two]);
  });

  it('finds the same pairs in one batch as one by one', async () => {
    const people = Array.from({ length: 300 }, () => somebody());
    const firsts = await Promise.all(people.map((person) => add(person)));
    const seconds = await Promise.all(people.map((person) => add({ ...person, contacts: [] })));
    // Each twice, like two waiting changes of one profile.
    await here.sql('insert into search_changes (profile_id) select unnest($1::bigint[])', [[...seconds, ...firsts]]);
    expect(await findNextDuplicates(here.application.database, here.clock.now())).toBe(true);
    expect(await findNextDuplicates(here.application.database, here.clock.now())).toBe(false);
    const pairs = await here.sql<{ low_id: number; high_id: number }>(
      'select low_id, high_id from duplicate_pairs where low_id = any($1) or high_id = any($1)',
      [firsts],
    );
    const expected = firsts.map((first, index) => [first, seconds[index] ?? 0].toSorted((left, right) => left - right).join(' '));
    expect(pairs.map((pair) => `${pair.low_id} ${pair.high_id}`).toSorted()).toEqual(expected.toSorted());
  });

  it('[REQ-049] finds pairs among long profiles, which are read in small parts', async () => {
    const person = somebody();
    const ids: number[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      const named = turn % 5 === 0 ? person : somebody();
      ids.push(await add({ ...named, positions: [...(named.positions ?? []), ...longPositions(99)] }, company));
    }
    const { most } = await answerBytes(here.application.database.pool, lookForAll);
    expect(most).toBeLessThan(3_500_000);
    expect(await idsOf(caller, ids[0] ?? 0)).toEqual([ids[5]]);
  });

  it('writes nothing for changes without identifying data', async () => {
    const person = somebody();
    const one = await add(person);
    await add(person);
    await lookForAll();
    const before = await here.sql(`select id from duplicate_views where profile_id = ${one}`);
    await here.sql(`insert into search_changes (profile_id) values (${one}), (${one})`);
    await lookForAll();
    expect(await here.sql(`select id from duplicate_views where profile_id = ${one}`)).toEqual(before);
  });

  it('runs in a thread, ends with the server and resumes after a restart', { timeout: 60_000 }, async () => {
    const { application, clock } = here;
    const services = { database: application.database, clock, log: createLog('silent') };
    const person = somebody();
    const one = await add(person);
    const other = await add({ ...person, contacts: [] });
    const finder = startDuplicateFinder(services);
    try {
      await expect.poll(() => idsOf(caller, one)).toEqual([other]);
    } finally {
      await finder.stop();
    }
    const many = await Promise.all(Array.from({ length: 200 }, () => add(somebody())));
    const stopped = startDuplicateFinder(services);
    await stopped.stop();
    await lookForAll();
    const looked = await here.sql<{ count: number }>('select count(*) as count from duplicate_views where profile_id = any($1)', [many]);
    expect(looked).toEqual([{ count: 200 }]);
  });

  it('sets a failing profile aside for an hour and finds the other pairs', { timeout: 120_000 }, async () => {
    const { application, clock } = here;
    const fatal = await add(somebody(), strangers);
    const person = somebody();
    const [one, two] = [await add(person), await add(person)];
    const others = await addProfiles(here, 400);
    await here.sql(`create function refuse_view() returns trigger language plpgsql as $$
      begin
        if new.profile_id = ${fatal} then raise exception 'no view of this one'; end if;
        return new;
      end $$`);
    await here.sql('create trigger refuse_view before insert on duplicate_views for each row execute function refuse_view()');
    const failed: string[] = [];
    const log = { ...createLog('silent'), warn: (_bindings: unknown, text: string) => failed.push(text) } as unknown as Log;
    /** Number of transactions that compared these people. */
    const looksAt = async (ids: number[]) => {
      const query = 'select count(*) as count, count(distinct xmin::text) as looks from duplicate_views where profile_id = any($1)';
      const counted = () => {
        // The finder pauses after a failure.
        finder.wake();
        return here.sql(query, [ids]);
      };
      await expect.poll(counted, { timeout: 60_000 }).toMatchObject([{ count: ids.length }]);
      return (await here.sql<{ looks: number }>(query, [ids]))[0]?.looks;
    };
    const waiting = () => here.sql('select profile_id from duplicate_changes');
    const finder = startDuplicateFinder({ database: application.database, clock, log });
    try {
      // Single profiles for a while, then normal batches.
      expect(await looksAt(others)).toBeLessThan(120);
      expect(await idsOf(caller, one)).toEqual([two]);
      await expect.poll(waiting).toEqual([{ profile_id: fatal }]);
      expect(failed).toHaveLength(3);
      expect((await caller.get(path)).body.is_searching).toBe(false);
      // Later profiles are compared in normal batches.
      expect(await looksAt(await addProfiles(here, 100))).toBeLessThan(3);
      expect(failed).toHaveLength(3);
      await here.sql('drop function refuse_view() cascade');
      expect(await waiting()).toEqual([{ profile_id: fatal }]);
      clock.advance(hourMs);
      expect(await looksAt([fatal])).toBe(1);
      expect(await waiting()).toEqual([]);
    } finally {
      await finder.stop();
      await here.sql('drop function if exists refuse_view() cascade');
    }
  });
});
