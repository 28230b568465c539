import { createHash, timingSafeEqual } from 'node:crypto';
import type { UsageEventPayload } from '@headwater/contract/usage-events';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import { apiTokenOf } from '#platform/http/api-token.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { addressGroup, visitorAddress } from '#platform/http/visitor-address.ts';
import type { RateLimit } from '#platform/rate-limit.ts';
import type { EventSender } from './amplitude.ts';
import { type EventUser, findEventUser, insertEvent } from './store.ts';

export interface UsageEventServices {
  database: Database;
  clock: Clock;
  limit: RateLimit;
  /** Undefined: no events from outside. */
  serviceToken: string | undefined;
  /** Undefined: events stay in this installation. */
  amplitude: EventSender | undefined;
}

const perMinute = { user: 300, visitor: 30, visitors: 600, service: 6000 };

const digest = (text: string) => createHash('sha256').update(text).digest();
const isEqual = (one: string, other: string) => timingSafeEqual(digest(one), digest(other));

type Sender = { kind: 'user'; id: number } | { kind: 'service' } | { kind: 'visitor'; address: string };

/** Throws `unauthorized` for a wrong token. */
function senderOf({ serviceToken }: UsageEventServices, { visitor, request }: RequestContext): Sender {
  if (visitor) return { kind: 'user', id: visitor.userId };
  const token = apiTokenOf(request);
  if (token === undefined) return { kind: 'visitor', address: addressGroup(visitorAddress(request)) };
  if (serviceToken === undefined || !isEqual(token, serviceToken)) throw new AppError('unauthorized');
  return { kind: 'service' };
}

function countSender(limit: RateLimit, sender: Sender): void {
  if (sender.kind === 'user') limit.take({ [`user ${sender.id}`]: perMinute.user });
  else if (sender.kind === 'service') limit.take({ service: perMinute.service });
  else limit.take({ [`visitor ${sender.address}`]: perMinute.visitor, visitors: perMinute.visitors });
}

/** Throws FieldErrors if the sender may not report for the user of the event. */
function checkUser(sender: Sender, payload: UsageEventPayload, user: EventUser | undefined): void {
  const isOwn = sender.kind === 'visitor' ? payload.user_id === null : sender.kind === 'service' || sender.id === payload.user_id;
  const isKnown = payload.user_id === null ? sender.kind === 'visitor' : user !== undefined;
  if (!isOwn || !isKnown) throw new FieldErrors({ 'payload.user_id': 'field_invalid' });
  if (payload.licence_id !== (user?.company_id ?? null)) throw new FieldErrors({ 'payload.licence_id': 'field_invalid' });
  if (!user && !payload.event_type.startsWith('Login: ')) throw new FieldErrors({ 'payload.event_type': 'field_invalid' });
  if (payload.user_properties && payload.user_properties.id !== user?.id)
    throw new FieldErrors({ 'payload.user_properties.id': 'field_invalid' });
}

/** Names come from the account, so that an event cannot carry those of another person. */
const withOwnNames = (payload: UsageEventPayload, user: EventUser | undefined): UsageEventPayload => {
  if (!payload.user_properties || !user) return { ...payload, user_properties: null };
  const { first_name, last_name, email } = user;
  return {
    ...payload,
    user_properties: { ...payload.user_properties, name: `${first_name} ${last_name}`.trim(), first_name, last_name, email },
  };
};

interface Received {
  payload: UsageEventPayload;
  destinations: readonly 'amplitude'[];
}

export async function receiveEvent(services: UsageEventServices, { payload, destinations }: Received, context: RequestContext) {
  const { database, clock, limit, amplitude } = services;
  const sender = senderOf(services, context);
  countSender(limit, sender);
  // The actions of staff who act as a user are not usage by this user.
  if (context.visitor?.originalUserId !== undefined) return;
  const { user_id: userId } = payload;
  const user = await database.asSystem(async (tx) => {
    const found = userId === null ? undefined : await findEventUser(tx, userId);
    checkUser(sender, payload, found);
    await insertEvent(tx, payload, clock.now());
    return found;
  });
  if (destinations.includes('amplitude')) amplitude?.send(withOwnNames(payload, user));
}
