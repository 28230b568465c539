import type { CurrentUser } from '@headwater/contract/accounts';
import type { SearchContext, UsageEventPayload } from '@headwater/contract/usage-events';
import { isFacet } from '@headwater/domain/query/facets';
import { type UsageEventName, usageEventTypes } from '@headwater/domain/usage-events/catalogue';
import { locationOfPath } from '@headwater/domain/usage-events/properties';
import { requestHeaders } from './api.ts';

interface SentEvent {
  name: UsageEventName;
  properties: object;
  user: CurrentUser | undefined;
  time: number;
  address: string;
}

/** DEC-11: names of the used filters, without the words and values of the search. */
function searchContextOf({ searchParams }: URL): SearchContext | null {
  const [query, filters, page] = ['q', 'f', 'page'].map((name) => searchParams.get(name) ?? '');
  if (!query && !filters) return null;
  const facets = (filters ?? '').split(/(?<!\\);/).map((part) => part.split(':')[0] ?? '');
  return { Has_Query: Boolean(query), Facets: [...new Set(facets.filter(isFacet))], Page: Number(page) || 1 };
}

export async function deliverEvent({ name, properties, user, time, address }: SentEvent): Promise<void> {
  const url = new URL(address);
  const known = Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined));
  const payload = {
    user_id: user?.id ?? null,
    licence_id: user?.company.company_id ?? null,
    event_type: name,
    time,
    event_properties: {
      Event_Name: name,
      Location: usageEventTypes[name].location ?? locationOfPath(url.pathname),
      Search_Context: searchContextOf(url),
      ...known,
    } as UsageEventPayload['event_properties'],
    user_properties: user ?? null,
  } satisfies UsageEventPayload;
  const headers = { ...requestHeaders(), 'content-type': 'application/json' };
  const body = JSON.stringify({ payload, destinations: ['amplitude'] });
  await fetch('/api/events/', { method: 'POST', credentials: 'same-origin', keepalive: true, headers, body });
}
