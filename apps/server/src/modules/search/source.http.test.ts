import { profileData } from '@headwater/contract/profile-data';
import { Client } from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { upsertProfiles } from '#modules/profiles/store/write.ts';
import { useInstallation } from '../../../test/installation.ts';
import { createDocumentSource } from './source.ts';
import { pruneChanges } from './store/changes.ts';

const installation = useInstallation();
let source: ReturnType<typeof createDocumentSource>;

beforeAll(() => {
  source = createDocumentSource({ database: installation.application.database, clock: installation.clock });
});

async function add(name: string): Promise<number> {
  const { ids } = await installation.application.database.asSystem((tx) =>
    upsertProfiles(tx, [profileData.parse({ first_name: name })], { companyId: null, createdBy: null }),
  );
  return ids[0] ?? 0;
}

/** A transaction held open by hand; `announce` writes a change in it. */
async function openTransaction() {
  const client = new Client({ connectionString: installation.databaseUrl });
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

describe('the source of documents', () => {
  it('reads everything, then only what changed', async () => {
    const first = await add('First');
    const { version, count, documents } = await source.all();
    const ids: number[] = [];
    for await (const batch of documents) ids.push(...batch.map((document) => document.id));
    expect([count, ids]).toEqual([1, [first]]);
    expect(await source.changesSince(version)).toEqual({ version, upserts: [], removed: [], more: false });
    const second = await add('Second');
    const changes = await source.changesSince(version);
    expect(changes?.upserts.map((document) => document.id)).toEqual([second]);
    expect(changes?.version).toBeGreaterThan(version);
    expect((await source.changesSince(changes?.version ?? 0))?.upserts).toEqual([]);
  });

  it('passes over no change of a transaction that ends late', async () => {
    const [early, late] = [await add('Early'), await add('Late')];
    const start = (await source.all()).version;
    const older = await openTransaction();
    const newer = await openTransaction();
    // The newer one takes the lower number of change and stays open; the older one commits a higher number first.
    await newer.announce(early);
    await older.announce(late);
    await older.commit();
    const seen = await source.changesSince(start);
    expect(seen?.upserts.map((document) => document.id)).toEqual([late]);
    await newer.commit();
    const rest = await source.changesSince(seen?.version ?? 0);
    expect(rest?.upserts.map((document) => document.id)).toEqual([early]);
  });

  it('tells erased profiles as removed', async () => {
    const id = await add('Erased');
    const { version } = await source.all();
    await installation.sql('update profiles set deleted_at = now() where id = $1', [id]);
    await installation.sql('insert into search_changes (profile_id) values ($1)', [id]);
    expect(await source.changesSince(version)).toMatchObject({ upserts: [], removed: [id] });
  });

  it('reads many changes in rounds of whole transactions', async () => {
    const { version } = await source.all();
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
    for (let more = true; more;) {
      const changes = await source.changesSince(at);
      got.push(...(changes?.upserts ?? []).map((document) => document.id));
      at = changes?.version ?? at;
      more = changes?.more ?? false;
    }
    expect(got.toSorted((a, b) => a - b)).toEqual([...wanted]);
  });

  it('asks for a new build from a position that is forgotten or of another life', async () => {
    const { version } = await source.all();
    await add('Forgotten');
    const later = new Date(installation.clock.now().getTime() + 60_000);
    await installation.application.database.asSystem((tx) => pruneChanges(tx, later));
    expect(await installation.sql('select 1 from search_changes')).toEqual([]);
    expect(await source.changesSince(version)).toBeUndefined();
    expect(await source.changesSince(2 ** 40)).toBeUndefined();
  });
});
