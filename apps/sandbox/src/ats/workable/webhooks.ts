import { createHmac } from 'node:crypto';
import { present } from './routes.ts';
import type { Candidate, WorkableWorld } from './world.ts';

/** The key is the token of the account, or the secret of the app. */
export function signEvent(
  world: WorkableWorld,
  { id, event, candidate, key }: { id: string; event: string; candidate: Candidate; key: string },
) {
  const data = present(world, candidate);
  const body = JSON.stringify({ id, event_type: event, fired_at: world.now().toISOString(), resource_type: 'candidate', data });
  const signature = createHmac('sha256', key).update(body).digest('hex');
  return { body, headers: { 'content-type': 'application/json', 'x-workable-signature': signature } };
}
