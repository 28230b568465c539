import type { CurrentUser } from '@headwater/contract/accounts';
import type { UsageEventName, UsageEventProperties } from '@headwater/domain/usage-events/catalogue';

let currentUser: () => CurrentUser | undefined = () => undefined;
/** Registers the cache of the signed-in user; this library knows no router. */
export function eventsOfUser(read: () => CurrentUser | undefined): void {
  currentUser = read;
}

type Rest<Name extends UsageEventName> =
  Record<never, never> extends UsageEventProperties<Name>
    ? [properties?: UsageEventProperties<Name>]
    : [properties: UsageEventProperties<Name>];

/** EVT-009, EVT-010: resolves nothing and never fails. The code that sends is loaded with the first event. */
export function sendEvent<Name extends UsageEventName>(name: Name, ...[properties]: Rest<Name>): void {
  const event = { name, properties: properties ?? {}, user: currentUser(), time: Date.now(), address: location.href };
  import('./deliver-event.ts').then(({ deliverEvent }) => deliverEvent(event)).catch(() => undefined);
}
