import { createHmac, randomBytes, randomUUID } from 'node:crypto';

/** The signature is in the body and covers only token and time. */
export function signEvent(event: string, data: object, { key, token = randomBytes(24).toString('hex') }: { key: string; token?: string }) {
  const triggeredAt = 1_764_460_800_000;
  const signature = createHmac('sha256', key).update(`${token}${triggeredAt}`).digest('hex');
  return {
    body: JSON.stringify({ id: randomUUID(), event, triggeredAt, token, signature, data }),
    headers: { 'content-type': 'application/json' },
  };
}
