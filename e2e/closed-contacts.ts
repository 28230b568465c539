import type { Page } from 'playwright-core';
import { send, type Visits } from './visit.ts';

/** How many contacts a company and each of its people may open a month. */
export interface Limits {
  company_id: number;
  contacts_per_month: number | null;
  contacts_per_month_user: number | null;
}

export async function setLimits(visits: Visits, { company_id: id, ...limits }: Limits): Promise<void> {
  const staff = await visits.enter('staff');
  await send(staff, { path: `/api/v6/companies/${id}/`, method: 'PUT', body: limits });
  await staff.context().close();
}

const more = (limit: number | null) => (limit === null ? null : limit + 1000);

/** Other journeys open contacts too: from now on there is enough left of the month. Answers the limits of before. */
export async function raiseLimits(visits: Visits, page: Page): Promise<Limits> {
  const { company } = (await send(page, { path: '/api/internal/users/me/' })) as { company: { company_id: number } };
  const staff = await visits.enter('staff');
  const { contacts_per_month: ofCompany, contacts_per_month_user: ofPerson } = (await send(staff, {
    path: `/api/v6/companies/${company.company_id}/`,
  })) as Limits;
  await staff.context().close();
  await setLimits(visits, { company_id: company.company_id, contacts_per_month: more(ofCompany), contacts_per_month_user: more(ofPerson) });
  return { company_id: company.company_id, contacts_per_month: ofCompany, contacts_per_month_user: ofPerson };
}

/** People of whom no contact of that type is open to whoever asks, and who are in no dialog; each with the page of `f=contacts:TYPE` that they stand on. */
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
