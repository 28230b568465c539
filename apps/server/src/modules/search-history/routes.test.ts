import { beforeAll, describe, expect, it } from 'vitest';
import { addProfiles, fillVacancy } from '../../../test/vacancy-fixtures.ts';
import { type Caller, useInstallation } from '../../../test/installation.ts';

const here = useInstallation();
const path = '/api/internal/search_queries/';
let companyId: number;
let caller: Caller;
let colleague: Caller;
let foreign: Caller;

async function search(q: string, { as = caller, f = '', folder }: { as?: Caller; f?: string; folder?: number } = {}): Promise<number> {
  const parts = new URLSearchParams({ q, f, ...(folder ? { folderId: String(folder) } : {}) });
  const { status, body } = await as.get(`/api/v6/profiles/?${parts.toString()}`);
  expect(status).toBe(200);
  return body.query_id;
}
/** Runs a search and views its results. */
async function look(q: string, more: Parameters<typeof search>[1] = {}): Promise<number> {
  const id = await search(q, more);
  expect(await (more?.as ?? caller).post(path, { query_id: id })).toMatchObject({ status: 200, body: { id } });
  return id;
}
const later = (seconds: number) => here.clock.advance(seconds * 1000);
const history = async (as = caller) => (await as.get(`${path}?per_page=100`)).body.search_queries;
const isThere = async () => (await queries()).includes('["skill:Fortran"]');
const queries = async (as = caller) => (await history(as)).map((entry: { query: string }) => entry.query);

beforeAll(async () => {
  companyId = await here.addCompany();
  caller = await here.signIn(await here.addUser(companyId, 'worker'));
  colleague = await here.signIn(await here.addUser(companyId, 'worker'));
  foreign = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
  await addProfiles(here, 3, { input: { skills: [{ name: 'Python' }] } });
  await here.application.search.start();
});

describe('the search history', () => {
  it('[SAVQ-009] [SAVQ-010] [SAVQ-011] lists searches with viewed results and their number at that time, newest first', async () => {
    expect((await caller.get(path)).body).toEqual({ search_queries: [], count: 0, pages: { current: 1, total: 1 } });
    await search('["skill:Cobol"]');
    expect(await history()).toEqual([]);
    await look('["skill:Python"]', { f: 'language:ru' });
    later(60);
    const id = await look('["skill:Python"]');
    later(60);
    await addProfiles(here, 1, { input: { skills: [{ name: 'Python' }] } });
    const entries = await history();
    expect(entries).toHaveLength(2);
    expect(entries[0]).toMatchObject({ id, query: '["skill:Python"]', filters: '', ranking: 'relevance', found: 3, folder: null });
    expect(entries[1]).toMatchObject({ filters: 'language:ru', found: 0, user: { first_name: 'Ada' } });
    expect((await caller.get(`${path}?per_page=1&page=2`)).body).toMatchObject({ count: 2, pages: { current: 2, total: 2 } });
  });

  it('[SAVQ-011] keeps a repeated search once, and a search refined within seconds as one entry', async () => {
    await look('["skill:Rust"]');
    later(300);
    await look('["skill:Erlang"]');
    later(300);
    await look('["skill:Rust"]');
    expect((await queries()).slice(0, 2)).toEqual(['["skill:Rust"]', '["skill:Erlang"]']);
    // A refinement replaces only recent entries, step by step.
    later(10);
    await look('["skill:Rust","location:Berlin"]');
    later(10);
    await look('["skill:Rust","location:Munich"]');
    expect((await queries()).slice(0, 3)).toEqual(['["skill:Rust","location:Munich"]', '["skill:Rust"]', '["skill:Erlang"]']);
    later(10);
    await look('["skill:Haskell"]');
    expect((await queries()).slice(0, 2)).toEqual(['["skill:Haskell"]', '["skill:Rust","location:Munich"]']);
    later(31);
    await look('["skill:Haskell","location:Paris"]');
    expect((await queries()).slice(0, 2)).toEqual(['["skill:Haskell","location:Paris"]', '["skill:Haskell"]']);
    await look('');
    expect((await queries())[0]).toBe('["skill:Haskell","location:Paris"]');
  });

  it('[SAVQ-012] [SAVQ-013] hides an entry until it is shown again or searched for again', async () => {
    const id = await look('["skill:Fortran"]');
    expect(await caller.post(`${path}${id}/hide/`)).toMatchObject({ status: 200, body: { id } });
    expect(await isThere()).toBe(false);
    expect((await caller.post(`${path}${id}/show/`)).status).toBe(200);
    expect(await isThere()).toBe(true);
    await caller.post(`${path}${id}/hide/`);
    await look('["skill:Fortran"]');
    expect(await isThere()).toBe(true);
    expect((await caller.post(`${path}987654321/hide/`)).status).toBe(404);
    expect((await caller.post(`${path}${await search('["skill:Ada"]')}/hide/`)).status).toBe(404);
  });

  it('[SAVQ-009] is visible and editable only for its owner', async () => {
    const id = await look('["skill:Secret"]');
    for (const other of [colleague, foreign]) {
      expect(await queries(other)).not.toContain('["skill:Secret"]');
      expect((await other.post(path, { query_id: id })).status).toBe(404);
      expect((await other.post(`${path}${id}/hide/`)).status).toBe(404);
    }
    expect(await queries()).toContain('["skill:Secret"]');
  });

  it('[SMF-010] [SMF-013] of a vacancy contains the searches of colleagues in its context', async () => {
    const { id } = await fillVacancy(here, caller, { profiles: 0 });
    const own = `/api/v6/folders/${id}/search_history/`;
    expect((await caller.get(own)).body).toEqual({ search_queries: [], count: 0, pages: { current: 1, total: 1 } });
    await look('["skill:Python"]', { folder: id });
    await look('["skill:Kotlin"]', { folder: id, as: colleague });
    await look('["skill:Scala"]');
    const { search_queries: entries } = (await caller.get(own)).body;
    expect(entries.map((entry: { query: string }) => entry.query)).toEqual(['["skill:Kotlin"]', '["skill:Python"]']);
    expect(entries[0]).toMatchObject({ folder: { id }, found: 0 });
    expect(entries[0].user.id).not.toBe(entries[1].user.id);
    expect((await foreign.get(own)).status).toBe(404);
    // A search inside and outside the vacancy gives two entries. The entry hides the name of a
    // private vacancy.
    await look('["skill:Kotlin"]', { folder: id });
    await caller.patch(`/api/v6/folders/${id}/`, { access_type: 'private' });
    expect((await colleague.get(own)).status).toBe(403);
    expect((await history(colleague))[0]).toMatchObject({ query: '["skill:Kotlin"]', folder: null });
  });
});
