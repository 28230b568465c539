import { exampleWith, type Ids, type Route, type Slot, takesFile } from './contract-routes.ts';
import type { Answer, Caller } from './installation.ts';
import type { Person, Side, Target } from './targets/target.ts';
import { targets } from './targets/targets.ts';
import { fileForm } from './upload-form.ts';

/** An id without a row. */
export const missingId = 987_654_321;

export async function callRoute(route: Route, caller: Caller, ids: Ids): Promise<Answer> {
  const example = exampleWith(route, ids);
  const isShown = Object.keys(example).length > 0;
  let url: string = route.path;
  for (const [{ param }, id] of ids) if (param !== undefined) url = url.replace(`{${param}}`, String(id));
  if (route.method === 'GET' && isShown) url += `?${new URLSearchParams(example as Record<string, string>).toString()}`;
  const options = { method: route.method, url };
  if (route.isStream) {
    const { status, body, headers } = await caller.send({ ...options, payloadAsStream: true });
    body.destroy();
    return { status, body: undefined, headers };
  }
  if (takesFile(route)) return caller.send({ ...options, ...fileForm(example) });
  return caller.send({ ...options, ...(route.method !== 'GET' && isShown ? { payload: example } : {}) });
}

/** Creates entities of the company for every slot of the route. */
export async function freshIds(route: Route, side: Side, asker: Person): Promise<Map<Slot, number>> {
  const ids = new Map<Slot, number>();
  const existing: Partial<Record<Target, number>> = {};
  for (const slot of route.slots) {
    const id = (await targets[slot.noun]?.make({ side, asker, existing })) ?? missingId;
    ids.set(slot, id);
    existing[slot.noun] ??= id;
  }
  return ids;
}
