import { beforeAll, describe, expect, it } from 'vitest';
import { exampleWith, type Ids, type Route, routes, type Slot, takesFile } from './contract-routes.ts';
import { hostileBodies, hostileValues } from './hostile-inputs.ts';
import { type Answer, useInstallation } from './installation.ts';
import type { Side, Target } from './targets/target.ts';
import { targets } from './targets/targets.ts';

// Asked more often than anybody may.
const here = useInstallation({ HEADWATER_REQUESTS_PER_MINUTE: '1000000' });
let side: Side;
beforeAll(async () => {
  // Else the first route that searches would be turned away while the index is made.
  await here.application.search.start();
  const companyId = await here.addCompany({ features: { has_messaging: true, has_sequences: true, has_gpt: true, has_ats: true } });
  const user = await here.addUser(companyId, 'admin');
  side = { here, companyId, owner: { user, caller: await here.signIn(user) }, hiringManager: undefined };
});

async function ownIds(route: Route): Promise<Map<Slot, number>> {
  const ids = new Map<Slot, number>();
  const given: Partial<Record<Target, number>> = {};
  for (const slot of route.slots) {
    const id = (await targets[slot.noun]?.make({ side, asker: side.owner, existing: given })) ?? 1;
    ids.set(slot, id);
    given[slot.noun] ??= id;
  }
  return ids;
}

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

/** What an answer must never be: a defect, a secret of the machinery, or a body of another form than the catalogue's. */
function faultOf({ status, body }: Answer): string | undefined {
  if (status >= 500) return `answers ${status}`;
  if (status >= 400 && (typeof body !== 'object' || body === null)) return `answers ${status} without a body of the catalogue`;
  if (status >= 400 && /select |insert |at .+\.ts:|syntax error/.test(JSON.stringify(body)))
    return `shows the machinery: ${JSON.stringify(body)}`;
  return undefined;
}

const shown = (value: unknown) => (JSON.stringify(value) ?? 'undefined').slice(0, 80);
const written = routes.filter((route) => !route.isStream && !takesFile(route) && route.name !== 'accounts.signOut');

describe('bad input', () => {
  it.each(written.map((route) => [route.name, route] as const))(
    '[REQ-042] %s answers hostile fields without a defect',
    async (_name, route) => {
      const ids = await ownIds(route);
      const faults = new Set<string>();
      const seen = new Set<string>();
      for (const { field, body } of hostileBodies(route, exampleWith(route, ids))) {
        const url = pathWith(route, ids);
        const asked = route.method === 'GET' ? { url: `${url}?${queryOf(body)}` } : { url, payload: body };
        // Different values may look the same in an address.
        if (route.method === 'GET' && seen.has(asked.url)) continue;
        seen.add(asked.url);
        const fault = faultOf(await side.owner.caller.send({ method: route.method, ...asked }));
        if (fault) faults.add(`${field} = ${shown(body[field])} ${fault}`);
      }
      expect([...faults]).toEqual([]);
    },
    120_000,
  );

  it.each(routes.filter((route) => route.params.length > 0).map((route) => [route.name, route] as const))(
    '[REQ-008] %s answers hostile ids in its path with 404',
    async (_name, route) => {
      const faults: string[] = [];
      for (const bad of [
        ...hostileValues.filter((value) => ['string', 'number'].includes(typeof value)),
        '0x10',
        '1 ',
        '%00',
        '9007199254740992',
      ]) {
        const text = [...String(bad)]
          .slice(0, 80)
          .join('')
          .replace(/\p{Surrogate}/gu, '');
        if (text.trim() === '' || text.includes('/')) continue;
        const url = route.path.replace(/\{\w+\}/g, encodeURIComponent(text));
        const answer = await side.owner.caller.send({
          method: route.method,
          url,
          ...(route.method === 'GET' ? {} : { payload: exampleWith(route, new Map()) }),
        });
        if (answer.status >= 500) faults.push(`${text.slice(0, 40)} answers ${answer.status}`);
      }
      expect(faults).toEqual([]);
    },
    60_000,
  );
});
