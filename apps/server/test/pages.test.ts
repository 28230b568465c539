import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Access } from '@headwater/domain/access';
import { callRoute, freshIds } from './call-route.ts';
import { routes } from './contract-routes.ts';
import { useInstallation } from './installation.ts';
import type { Side } from './targets/target.ts';

const here = useInstallation({ HEADWATER_REQUESTS_PER_MINUTE: '1000000' });

/** Rows that the fixtures of a route leave in its list. */
const emptied: Readonly<Record<string, string>> = {
  'candidates.history': 'delete from candidate_history',
  // Written asynchronously after the fixtures.
  'activeUsers.list': 'delete from used_features',
};

// Called early: they search for similar profiles, and there are none yet.
const early = ['search.recommended', 'search.similar'];
// The caller is an employee, and signs in.
const neverEmpty = ['audit.list', 'companies.list', 'employees.list', 'employees.listManagers'];
const paged = routes
  .filter(({ name, output }) => !neverEmpty.includes(name) && output instanceof z.ZodObject && 'pages' in output.shape)
  .toSorted((one, other) => early.indexOf(other.name) - early.indexOf(one.name))
  .map((route) => [route.name, route] as const);

/** Rights to companies other than the own one. */
const ofStaff = new Set<Access | undefined>(['staff', 'managed_companies', 'read_statistics']);

/** An administrator of an empty company with all features, or internal staff. */
async function makeEmptySide(access: Access | undefined): Promise<Side> {
  const companyId = await here.addCompany({ features: { has_messaging: true, has_sequences: true, has_gpt: true, has_ats: true } });
  const user = await here.addUser(companyId, ofStaff.has(access) ? 'super_user' : 'admin');
  return { here, companyId, owner: { user, caller: await here.signIn(user) }, hiringManager: undefined };
}

describe('pages of a list', () => {
  it.each(paged)('[RSLT-004] %s has one page if its list is empty', async (name, route) => {
    await here.application.search.start();
    const side = await makeEmptySide(route.meta.access);
    const ids = await freshIds(route, side, side.owner);
    if (emptied[name] !== undefined) await here.sql(emptied[name]);
    const { status, body } = await callRoute(route, side.owner.caller, ids);
    expect(status).toBe(200);
    // Without an empty list the test would prove nothing.
    expect(Object.values(body as object).filter((value) => Array.isArray(value) && value.length > 0)).toEqual([]);
    expect(body.pages).toEqual({ current: 1, total: 1 });
  });

  it('cover many routes', () => {
    expect(paged.length).toBeGreaterThan(20);
  });
});
