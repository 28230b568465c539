import type { Installation } from './installation.ts';

/** Moves contacts to the common base, so that readers must open them. */
export const closeContacts = (here: Installation, people: readonly { profile: number }[]) =>
  here.sql('update profile_contacts set company_id = null where profile_id = any($1)', [people.map(({ profile }) => profile)]);

export const changeEmail = (here: Installation, profile: number, email: string) =>
  here.sql('update profile_contacts set value = $2, normalized = $2 where profile_id = $1', [profile, email]);

export const limitContacts = (here: Installation, company: number, count: number) =>
  here.sql('update companies set contacts_per_month_user = $2 where id = $1', [company, count]);
