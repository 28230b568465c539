import type { Page } from 'playwright-core';
import { send } from './visit.ts';

/** Profiles without a dialog and with closed e-mail addresses. */
export async function closedPeople(page: Page, count: number): Promise<number[]> {
  const found: number[] = [];
  for (let at = 4; found.length < count; at += 1) {
    const query = new URLSearchParams({ f: 'contacts:email', page: String(at) });
    const { profiles } = (await send(page, { path: `/api/v6/profiles/?${query.toString()}` })) as {
      profiles: { id: number; dialog: object | null }[];
    };
    if (profiles.length === 0) throw new Error('No profile has closed contacts');
    for (const { id } of profiles.filter(({ dialog }) => dialog === null)) {
      const path = `/api/v6/profiles/${id}/contacts/`;
      const { contacts } = (await send(page, { path })) as { contacts: { type: string; value: string | null }[] };
      const emails = contacts.filter(({ type }) => type === 'email');
      if (found.length < count && emails.length > 0 && emails.every(({ value }) => value === null)) found.push(id);
    }
  }
  return found;
}
