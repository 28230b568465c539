import { profileData, type ProfileInput } from '@headwater/contract/profile-data';
import { EventEmitter, once } from 'node:events';
import { sql } from 'kysely';
import { Client } from 'pg';
import { array, assert, asyncProperty, constant, constantFrom, integer, nat, oneof, record, tuple } from 'fast-check';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { Tx } from '#platform/database/database.ts';
import { upsertProfiles } from '#modules/profiles/store/write.ts';
import { announceProfiles } from '#modules/profiles/store/changes.ts';
import { answerBytes, longPositions } from '../../../test/answer-bytes.ts';
import { useInstallation } from '../../../test/installation.ts';
import type { SearchDocument } from './port.ts';
import { createLog } from '#platform/log.ts';
import { createDocumentSource } from './source.ts';
import { readPartAfter } from './store/profiles.ts';
import { lastChangesOf, pruneChanges, type Reached, readChanges, readHorizon } from './store/changes.ts';

const installation = useInstallation();
let source: ReturnType<typeof createDocumentSource>;

beforeAll(() => {
  source = createDocumentSource({ database: installation.application.database, clock: installation.clock, log: createLog('silent') });
});

async function add(name: string, more: ProfileInput = {}): Promise<number> {
  const { ids } = await installation.application.database.asSystem((tx) =>
    upsertProfiles(tx, [profileData.parse({ first_name: name, ...more })], { companyId: null, createdBy: null }),
  );
  return ids[0] ?? 0;
}

const horizon = () => installation.application.database.readAsSystem(readHorizon);

/** Waits for all current transactions of the cluster, because other tests run in parallel. */
async function settle(): Promise<void> {
  const { next } = await horizon();
  await expect.poll(async () => (await horizon()).settled).toBeGreaterThanOrEqual(next);
}

/** The version after all current changes are read. */
async function versionNow(): Promise<number> {
  await settle();
  return (await source.all()).version;
}

/** Opens a transaction; `announce` writes a change in it. */
async function openTransaction(url = installation.databaseUrl) {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query("begin; select set_config('headwater.scope', 'system', true)");
  await client.query('select pg_current_xact_id()');
  return {
    announce: (id: number) => client.query('insert into search_changes (profile_id) values ($1)', [id]),
    async commit() {
      await client.query('commit');
      await client.end();
    },
  };
}

const change = (tx: Tx) => sql`insert into search_changes (profile_id) select 1 from generate_series(1, 3)`.execute(tx);

const countNothing = () => Promise.reject(new Error('there is nothing to count'));

const shown = ({ id, owner, hidden, texts, terms }: SearchDocument) =>
  [id, owner, hidden ? 'hidden' : (texts['headline']?.[0] ?? ''), terms['contacts']?.join() ?? ''].join(' ');

describe('document source', () => {
  it('reads all documents, then only changes', async () => {
    const first = await add('First');
    await settle();
    const { version, count, documents } = await source.all();
    const ids: number[] = [];
    for await (const batch of documents) ids.push(...batch.map((document) => document.id));
    expect([count, ids]).toEqual([1, [first]]);
    expect(await source.changesSince(version)).toEqual({ version, ahead: [], upserts: [], removed: [], more: false });
    const second = await add('Second');
    await settle();
    const changes = await source.changesSince(version);
    expect(changes?.upserts.map((document) => document.id)).toEqual([second]);
    expect(changes?.version).toBeGreaterThan(version);
    expect((await source.changesSince(changes?.version ?? 0, new Set(changes?.ahead)))?.upserts).toEqual([]);
  });

  it('[REQ-049] reads long profiles in small batches', async () => {
    const { database } = installation.application;
    const { pool } = database;
    const version = await versionNow();
    const ids: number[] = [];
    for (let turn = 0; turn < 6; turn += 1) ids.push(await add(`Long ${turn}`, { positions: longPositions(100) }));
    await settle();
    const found: number[] = [];
    let reached: Reached = { version, ahead: new Set() };
    /** Reads the next batch and returns whether more remain. */
    const readOn = async () => {
      const changes = await source.changesSince(reached.version, reached.ahead);
      found.push(...(changes?.upserts.map(({ id }) => id) ?? []));
      reached = { version: changes?.version ?? 0, ahead: new Set(changes?.ahead) };
      return changes?.more ?? false;
    };
    for (let more = true; more;) {
      let isMore = false;
      const { most } = await answerBytes(pool, async () => (isMore = await readOn()));
      more = isMore;
      expect(most).toBeLessThan(3_500_000);
    }
    expect(found.toSorted((left, right) => left - right)).toEqual(ids);
    // The limit also applies to a full build and to one transaction that changed all profiles.
    const first = (ids[0] ?? 0) - 1;
    const read = (after: number) => database.readAsSystem((tx) => readPartAfter(tx, { after, part: 0, of: 1, limit: 100 }));
    expect((await read(first)).map(({ id }) => id)).toEqual(ids.slice(0, 2));
    await database.asSystem((tx) => announceProfiles(tx, ids));
    await settle();
    const { most } = await answerBytes(pool, async () => {
      const changes = await source.changesSince(reached.version, reached.ahead);
      expect(changes?.upserts.map(({ id }) => id)).toEqual(ids);
    });
    expect(most).toBeLessThan(3_500_000);
    await installation.sql('delete from profiles where id = any($1)', [ids]);
  });

  it('[REQ-049] reads a long profile once per batch, however often it was saved', async () => {
    const ids: number[] = [];
    for (let turn = 0; turn < 3; turn += 1) ids.push(await add(`Saved ${turn}`, { positions: longPositions(100) }));
    const version = await versionNow();
    for (let turn = 0; turn < 20; turn += 1)
      for (const id of ids) await installation.application.database.asSystem((tx) => announceProfiles(tx, [id]));
    await settle();
    const rounds: number[][] = [];
    let reached: Reached = { version, ahead: new Set() };
    for (let more = true; more;) {
      const changes = await source.changesSince(reached.version, reached.ahead);
      rounds.push(changes?.upserts.map(({ id }) => id) ?? []);
      reached = { version: changes?.version ?? 0, ahead: new Set(changes?.ahead) };
      more = changes?.more ?? false;
    }
    expect(rounds).toEqual([ids.slice(0, 2), ids.slice(2)]);
    expect(reached.ahead).toEqual(new Set());
    // Sizes are not counted without changes.
    const { settled } = await horizon();
    const none = await installation.application.database.readAsSystem((tx) =>
      readChanges(tx, { from: reached, settled, limit: 200, countAtOnce: countNothing }),
    );
    expect(none.profileIds).toEqual([]);
    await installation.sql('delete from profiles where id = any($1)', [ids]);
  });

  it('does not skip changes of a transaction that commits late', async () => {
    const [early, late] = [await add('Early'), await add('Late')];
    const start = await versionNow();
    const older = await openTransaction();
    const newer = await openTransaction();
    // The newer transaction writes first and stays open; the older one commits first.
    await newer.announce(early);
    await older.announce(late);
    await older.commit();
    const seen = await source.changesSince(start);
    expect(seen?.upserts.map((document) => document.id)).toEqual([late]);
    await newer.commit();
    const rest = await source.changesSince(seen?.version ?? 0, new Set(seen?.ahead));
    expect(rest?.upserts.map((document) => document.id)).toEqual([early]);
  });

  it('does not wait for open transactions, here or in another database', async () => {
    const version = await versionNow();
    const open = [await openTransaction(), await openTransaction(inject('postgresUrl'))];
    const id = await add('Meanwhile');
    const seen = await source.changesSince(version);
    expect(seen?.upserts.map((document) => document.id)).toEqual([id]);
    expect(seen?.ahead).toHaveLength(1);
    const again = await source.changesSince(seen?.version ?? 0, new Set(seen?.ahead));
    expect(again).toMatchObject({ upserts: [], ahead: seen?.ahead });
    for (const transaction of open) await transaction.commit();
    await expect
      .poll(() => source.changesSince(seen?.version ?? 0, new Set(seen?.ahead)))
      .toMatchObject({ version: seen?.ahead?.[0], upserts: [], ahead: [] });
  });

  it('reads each change once, in any order of transactions', async () => {
    const { database } = installation.application;
    const step = oneof(constant('open' as const), constant('write' as const), constant('end' as const), constant('read' as const));
    // Few profiles change repeatedly, 100 profiles never do.
    const bounds = record({ limit: integer({ min: 1, max: 8 }), most: integer({ min: 1, max: 4 }), profiles: constantFrom(2, 3, 100) });
    await assert(
      asyncProperty(array(tuple(step, nat()), { maxLength: 40 }), bounds, async (steps, { limit, most, profiles }) => {
        const open: { transaction: Awaited<ReturnType<typeof openTransaction>>; wrote: number[] }[] = [];
        const committed: number[] = [];
        /** Repeatedly changed profiles may be read more than once. */
        const counted = (ids: number[]) => (profiles > 40 ? ids : [...new Set(ids)]).toSorted();
        let number = 0;
        let from: Reached = { version: await versionNow(), ahead: new Set() };
        const read = async () => {
          const got: number[] = [];
          for (let more = true; more;) {
            const horizon = await database.readAsSystem(readHorizon);
            const changes = await database.readAsSystem((tx) => readChanges(tx, { from, settled: horizon.settled, limit, countAtOnce }));
            got.push(...changes.profileIds);
            from = { version: changes.reached.version, ahead: new Set(changes.reached.ahead) };
            more = changes.more;
          }
          expect(counted(got)).toEqual(counted(committed));
          committed.length = 0;
        };
        const countAtOnce = () => Promise.resolve(most);
        for (const [what, which] of steps) {
          const one = open[which % Math.max(1, open.length)];
          if (what === 'open' && open.length < 4) open.push({ transaction: await openTransaction(), wrote: [] });
          if (what === 'write' && one) {
            const id = 1_000_000 + (number % profiles);
            await one.transaction.announce(id);
            one.wrote.push(id);
            number += 1;
          }
          if (what === 'end' && one) {
            await one.transaction.commit();
            committed.push(...one.wrote);
            open.splice(open.indexOf(one), 1);
          }
          if (what === 'read') await read();
        }
        for (const { transaction, wrote } of open) {
          await transaction.commit();
          committed.push(...wrote);
        }
        await read();
        await installation.sql('delete from search_changes where profile_id >= 1000000');
      }),
      { numRuns: 40 },
    );
  }, 90_000);

  it('returns all recent positions of a company, because an earlier transaction may end later', async () => {
    const companyId = await installation.addCompany();
    const { database } = installation.application;
    const moments = new EventEmitter();
    const known = () => database.readInCompany(companyId, (tx) => lastChangesOf(tx, companyId));
    expect(await known()).toEqual([]);
    const written = once(moments, 'written');
    const older = database.inCompany(companyId, async (tx) => {
      await change(tx);
      const released = once(moments, 'released');
      moments.emit('written');
      await released;
    });
    await written;
    await database.inCompany(companyId, change);
    const [newest = 0, ...none] = await known();
    expect(none).toEqual([]);
    moments.emit('released');
    await older;
    const both = await known();
    expect(both).toEqual([newest, expect.any(Number)]);
    expect(both[1]).toBeLessThan(newest);
    const other = await installation.addCompany();
    expect(await database.readInCompany(other, (tx) => lastChangesOf(tx, other))).toEqual([]);
  });

  it('returns company documents in full reads and in changes', async () => {
    const [one, two] = [await installation.addCompany(), await installation.addCompany()];
    const version = await versionNow();
    const people: number[] = [];
    for (let index = 0; index < 230; index += 1) people.push(await add(`Common ${index}`));
    const [first = 0, second = 0, third = 0, last = 0] = [people[0], people[1], people[120], people.at(-1)];
    const overlay = (company: number, id: number, { headline = '', hidden = false }) =>
      installation.sql('insert into profile_overlays (company_id, profile_id, data, hidden) values ($1, $2, $3, $4)', [
        company,
        id,
        JSON.stringify({ headline }),
        hidden,
      ]);
    await overlay(one, first, { headline: 'Of one' });
    await overlay(two, first, { headline: 'Of two' });
    await overlay(two, third, { hidden: true });
    await overlay(one, last, { headline: 'Of one again' });
    await installation.sql(
      "insert into profile_contacts (profile_id, company_id, type, value, normalized) values ($1, $2, 'email', $3, $3)",
      [second, one, 'own@one.test'],
    );
    const expected = [
      `${first} 0  no`,
      `${first} ${one} Of one no`,
      `${first} ${two} Of two no`,
      `${second} 0  no`,
      `${second} ${one}  any,email`,
      `${third} 0  no`,
      `${third} ${two} hidden `,
      `${last} 0  no`,
      `${last} ${one} Of one again no`,
    ].toSorted();
    const isAsked = ({ id }: SearchDocument) => [first, second, third, last].includes(id);
    const { documents, count } = await source.all();
    const all: SearchDocument[] = [];
    for await (const batch of documents) all.push(...batch);
    expect(all.filter(isAsked).map(shown).toSorted()).toEqual(expected);
    // `count` excludes contacts that companies added.
    expect(all.length - count).toBe(1);
    const changed: SearchDocument[] = [];
    let at: { version: number; ahead?: readonly number[]; more: boolean } = { version, more: true };
    while (at.more) {
      const changes = await source.changesSince(at.version, new Set(at.ahead));
      if (!changes) break;
      changed.push(...changes.upserts);
      at = changes;
    }
    expect(changed.filter(isAsked).map(shown).toSorted()).toEqual(expected);
  });

  it('reports erased profiles as removed', async () => {
    const id = await add('Erased');
    const version = await versionNow();
    await installation.sql('update profiles set deleted_at = now() where id = $1', [id]);
    await installation.sql('insert into search_changes (profile_id) values ($1)', [id]);
    expect(await source.changesSince(version)).toMatchObject({ upserts: [], removed: [id] });
  });

  it('reads many changes in batches of whole transactions', async () => {
    const version = await versionNow();
    const wanted = new Set<number>();
    for (let index = 0; index < 3; index += 1) {
      const batch = Array.from({ length: 150 }, (_, item) => profileData.parse({ first_name: `Many ${index} ${item}` }));
      const { ids } = await installation.application.database.asSystem((tx) =>
        upsertProfiles(tx, batch, { companyId: null, createdBy: null }),
      );
      for (const id of ids) wanted.add(id ?? 0);
    }
    const got: number[] = [];
    let at = version;
    let ahead: ReadonlySet<number> = new Set();
    for (let more = true; more;) {
      const changes = await source.changesSince(at, ahead);
      got.push(...(changes?.upserts ?? []).map((document) => document.id));
      at = changes?.version ?? at;
      ahead = new Set(changes?.ahead);
      more = changes?.more ?? false;
    }
    expect(got.toSorted((a, b) => a - b)).toEqual([...wanted]);
  });

  it('requires a rebuild for a pruned or foreign position', async () => {
    const version = await versionNow();
    await add('Forgotten');
    const later = new Date(installation.clock.now().getTime() + 60_000);
    // Changes newer than a running transaction stay until the next pruning.
    await expect
      .poll(async () => {
        await installation.application.database.asSystem((tx) => pruneChanges(tx, later));
        return installation.sql('select 1 from search_changes');
      })
      .toEqual([]);
    expect(await source.changesSince(version)).toBeUndefined();
    expect(await source.changesSince(2 ** 40)).toBeUndefined();
  });

  it('skips a profile with invalid data', async () => {
    const version = await versionNow();
    const [row] = await installation.sql<{ id: number }>(`insert into profiles (data) values ('{}') returning id`);
    await installation.sql('insert into search_changes (profile_id) values ($1)', [row?.id]);
    const id = await add('Beside');
    const changes = await source.changesSince(version);
    expect([changes?.upserts.map((document) => document.id), changes?.removed]).toEqual([[id], [Number(row?.id)]]);
    const ids: number[] = [];
    for await (const batch of (await source.all()).documents) ids.push(...batch.map((document) => document.id));
    expect(ids).toContain(id);
    expect(ids).not.toContain(Number(row?.id));
  });
});
