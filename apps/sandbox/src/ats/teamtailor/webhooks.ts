import { createHmac } from 'node:crypto';

export type TeamtailorEvent = { event_name: string; data: { id: string; type: string; [attribute: string]: unknown } };

/** Version 2: base64 of `t=…,v2=…`; signed are the time and the JSON of the payload. Teamtailor never repeats a delivery. */
export function signTeamtailorEvent(payload: TeamtailorEvent, key: string, time: Date) {
  const at = Math.floor(time.getTime() / 1000);
  const mac = createHmac('sha256', key)
    .update(`${at}.${JSON.stringify(payload)}`)
    .digest('hex');
  const signature = Buffer.from(`t=${at},v2=${mac}`).toString('base64');
  return { body: JSON.stringify({ payload, signature }), headers: { 'content-type': 'application/json', 'tt-signature': signature } };
}
