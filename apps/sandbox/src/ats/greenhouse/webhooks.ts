import { createHmac, randomUUID } from 'node:crypto';
import type { GreenhouseWorld } from './world.ts';

export type GreenhouseEvent = { action: string; payload: object };

/** Non-ASCII characters and brackets arrive escaped, so receivers must sign the raw bytes. */
const escaped = (event: GreenhouseEvent) =>
  JSON.stringify(event).replaceAll(/[<>\u0080-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

export function signEvent(event: GreenhouseEvent, key: string, id: string = randomUUID()) {
  const body = escaped(event);
  return {
    body,
    headers: {
      'content-type': 'application/json',
      signature: `sha256 ${createHmac('sha256', key).update(body).digest('hex')}`,
      'greenhouse-event-id': id,
    },
  };
}

/** Returns the status of each receiver. */
export const deliverEvent = (world: GreenhouseWorld, event: GreenhouseEvent): Promise<number[]> =>
  Promise.all(world.webhooks.map(async ({ url, key }) => (await fetch(url, { method: 'POST', ...signEvent(event, key) })).status));
