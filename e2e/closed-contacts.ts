import type { Page } from 'playwright-core';
import { send } from './visit.ts';

/** Finds profiles without a dialog that have closed contacts of a type, with their page of `f=contacts:TYPE`. */
export async function closedPeople(
  page: Page,
  { type, count }: { type: 'email' | 'telegram'; count: number },
): Promise<{ id: number; at: number }[]> {
  const found: { id: number; at: number }[] = [];
  for (let at = 4; found.length < count; at += 1) {
    const query = new URLSearchParams({ f: `contacts:${type}`, page: String(at) });
    const { profiles } = (await send(page, { path: `/api/v6/profiles/?${query.toString()}` })) as {
      profiles: { id: number; dialog: object | null }[];
    };
    if (profiles.length === 0) throw new Error('Nobody is left whose contacts are closed');
    for (const { id } of profiles.filter(({ dialog }) => dialog === null)) {
      const path = `/api/v6/profiles/${id}/contacts/`;
      const { contacts } = (await send(page, { path })) as { contacts: { type: string; value: string | null }[] };
      const those = contacts.filter((contact) => contact.type === type);
      if (found.length < count && those.length > 0 && those.every(({ value }) => value === null)) found.push({ id, at });
    }
  }
  return found;
}
