import { waitFor } from '@testing-library/react';
import type { UsageEventName, UsageEventProperties } from '@headwater/domain/usage-events/catalogue';
import { expect } from 'vitest';
import type { StubServer } from './stub-server.ts';

/** Expects exactly one event of this name, with these properties in addition to the common ones. */
export async function expectEvent<Name extends UsageEventName>(
  server: StubServer,
  name: Name,
  properties: Omit<UsageEventProperties<Name>, 'Location'> & { Location: string },
): Promise<void> {
  const sent = () => server.events.filter(({ event_type: type }) => type === name);
  await waitFor(() => expect(sent()).not.toEqual([]));
  expect(sent().map(({ event_properties: { Event_Name: _name, Search_Context: _search, ...own } }) => own)).toEqual([properties]);
}
