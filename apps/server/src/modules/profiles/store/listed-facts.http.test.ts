import { profileData } from '@headwater/contract/profile-data';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Tx } from '#platform/database/database.ts';
import { useSharedInstallation } from '../../../../test/installation.ts';
import { findListedFacts } from './listed-facts.ts';
import { upsertProfiles } from './write.ts';

const here = useSharedInstallation();
let one: number;
let other: number;
let ids: number[];

const named = (first: string, headline: string) => profileData.parse({ first_name: first, last_name: 'Listed', headline });
const headlines = async (tx: Tx) => (await findListedFacts(tx, ids)).map(({ facts }) => facts.headline).toSorted();
const seenBy = (company: number) => here.application.database.readInCompany(company, headlines);

const rename = (tx: Tx, headline: string) =>
  sql`update profiles set data = jsonb_set(data, '{headline}', to_jsonb(${headline}::text)) where id = ${ids[0]}`.execute(tx);

const overlay = (company: number, headline: string) =>
  here.application.database.asSystem((tx) =>
    sql`insert into profile_overlays (company_id, profile_id, data) values (${company}, ${ids[0]}, ${JSON.stringify({ headline })}::jsonb)
      on conflict (company_id, profile_id) do update set data = excluded.data`.execute(tx),
  );

beforeAll(async () => {
  one = await here.addCompany({ name: 'One' });
  other = await here.addCompany({ name: 'Other' });
  const { database } = here.application;
  const common = await database.asSystem((tx) => upsertProfiles(tx, [named('Ada', 'Engineer')], { companyId: null, createdBy: null }));
  const own = await database.asSystem((tx) => upsertProfiles(tx, [named('Vera', 'Painter')], { companyId: one, createdBy: null }));
  ids = [...common.ids, ...own.ids].flatMap((id) => id ?? []);
});

describe('facts of listed profiles', () => {
  it('[ROLE-001] belong to the requesting company, after requests of other companies', async () => {
    expect(await seenBy(one)).toEqual(['Engineer', 'Painter']);
    expect(await seenBy(other)).toEqual(['Engineer']);
    await overlay(one, 'Chief engineer');
    expect(await seenBy(other)).toEqual(['Engineer']);
    expect(await seenBy(one)).toEqual(['Chief engineer', 'Painter']);
    await overlay(other, 'Consultant');
    expect(await seenBy(one)).toEqual(['Chief engineer', 'Painter']);
    expect(await seenBy(other)).toEqual(['Consultant']);
    await overlay(one, 'Director');
    expect(await seenBy(one)).toEqual(['Director', 'Painter']);
    await here.sql('delete from profile_overlays where profile_id = $1', [ids[0]]);
    expect([await seenBy(one), await seenBy(other)]).toEqual([['Engineer', 'Painter'], ['Engineer']]);
  });

  it('are current after each change, also after two in one transaction and after an undo', async () => {
    await here.application.database.asSystem(async (tx) => {
      await rename(tx, 'First');
      expect(await headlines(tx)).toEqual(['First', 'Painter']);
      await rename(tx, 'Second');
      expect(await headlines(tx)).toEqual(['Painter', 'Second']);
    });
    expect(await seenBy(other)).toEqual(['Second']);
    const taken = here.application.database.asSystem(async (tx) => {
      await rename(tx, 'Third');
      expect(await headlines(tx)).toEqual(['Painter', 'Third']);
      throw new Error('taken back');
    });
    await expect(taken).rejects.toThrow('taken back');
    expect(await seenBy(other)).toEqual(['Second']);
  });

  it('[DEC-14] are dropped when the profile is erased', async () => {
    expect(await seenBy(one)).toContain('Painter');
    await here.sql('update profiles set deleted_at = now() where id = $1', [ids[1]]);
    expect(await seenBy(one)).toEqual(['Second']);
  });
});
