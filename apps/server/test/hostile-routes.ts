import { beforeAll, describe, expect, it } from 'vitest';
import { areaOfRoute, routeName } from '@headwater/contract/api-areas';
import type { ApiArea } from '@headwater/domain/api-scopes';
import { sampleOf } from '@headwater/domain/testing/sample';
import { freshIds } from './call-route.ts';
import { exampleWith, type Ids, type Route, routes, takesFile } from './contract-routes.ts';
import { hostileBodies, hostileIds } from './hostile-inputs.ts';
import { type Answer, useInstallation } from './installation.ts';
import type { Side } from './targets/target.ts';

function pathWith(route: Route, ids: Ids): string {
  let url: string = route.path;
  for (const [{ param }, id] of ids) if (param !== undefined) url = url.replace(`{${param}}`, String(id));
  return url;
}

const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

const queryOf = (body: Record<string, unknown>) => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(body)) {
    if (Array.isArray(value)) for (const entry of value.slice(0, 200)) query.append(name, textOf(entry));
    else query.set(name, textOf(value));
  }
  return query.toString();
};

/**
 * Describes a response that is a defect, reveals internals, or has another format than the error
 * catalogue.
 */
function faultOf({ status, body }: Answer): string | undefined {
  if (status >= 500) return `answers ${status}`;
  if (status >= 400 && (typeof body !== 'object' || body === null)) return `answers ${status} without a body of the catalogue`;
  if (status >= 400 && /select |insert |at .+\.ts:|syntax error/.test(JSON.stringify(body)))
    return `shows internals: ${JSON.stringify(body)}`;
  return undefined;
}

const shown = (value: unknown) => (JSON.stringify(value) ?? 'undefined').slice(0, 80);
const named = (selected: readonly Route[]) => selected.map((route) => [route.name, route] as const);

/**
 * Sends hostile values in every field and id of an area's routes: all values in a proof, else a
 * sample.
 */
export function describeHostileInput(area: ApiArea): void {
  const here = useInstallation({ HEADWATER_REQUESTS_PER_MINUTE: '1000000' });
  const own = routes.filter((route) => areaOfRoute.get(routeName(route.method, route.path)) === area);
  const written = own.filter((route) => !route.isStream && !takesFile(route) && route.name !== 'accounts.signOut');
  let side: Side;
  beforeAll(async () => {
    // Search routes answer 503 until the index is ready.
    await here.application.search.start();
    const companyId = await here.addCompany({ features: { has_messaging: true, has_sequences: true, has_gpt: true, has_ats: true } });
    const user = await here.addUser(companyId, 'admin');
    side = { here, companyId, owner: { user, caller: await here.signIn(user) }, hiringManager: undefined };
  }, 180_000);

  describe(`hostile input to ${area}`, () => {
    it.each(named(written))(
      '[REQ-042] %s answers hostile fields without a defect',
      async (_name, route) => {
        const ids = await freshIds(route, side, side.owner);
        const faults = new Set<string>();
        const seen = new Set<string>();
        for (const { field, body } of hostileBodies(route, exampleWith(route, ids))) {
          const url = pathWith(route, ids);
          const asked = route.method === 'GET' ? { url: `${url}?${queryOf(body)}` } : { url, payload: body };
          // Different values may produce the same URL.
          if (route.method === 'GET' && seen.has(asked.url)) continue;
          seen.add(asked.url);
          const fault = faultOf(await side.owner.caller.send({ method: route.method, ...asked }));
          if (fault) faults.add(`${field} = ${shown(body[field])} ${fault}`);
        }
        expect([...faults]).toEqual([]);
      },
      120_000,
    );

    it.each(named(own.filter((route) => route.params.length > 0)))(
      '[REQ-008] %s answers hostile ids in its path with 404',
      async (_name, route) => {
        const faults: string[] = [];
        for (const id of sampleOf(hostileIds, 2, route.name)) {
          const url = route.path.replace(/\{\w+\}/g, encodeURIComponent(id));
          const payload = route.method === 'GET' ? {} : { payload: exampleWith(route, new Map()) };
          const answer = await side.owner.caller.send({ method: route.method, url, ...payload });
          if (answer.status >= 500) faults.push(`${id.slice(0, 40)} answers ${answer.status}`);
        }
        expect(faults).toEqual([]);
      },
      60_000,
    );
  });
}
