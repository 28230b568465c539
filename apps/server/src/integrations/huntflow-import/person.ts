import type { ProfileInput } from '@headwater/contract/profile-data';
import { z } from 'zod';
import type { Applicant, External } from './wire.ts';

type Contact = NonNullable<ProfileInput['contacts']>[number];

/** An invalid value would make the whole person unreadable. */
const cut = (text: string | null | undefined, most = 255) => text?.trim().slice(0, most) || undefined;

function monthOf(date: { year?: number | null | undefined; month?: number | null | undefined } | null | undefined): string | null {
  const { year, month } = date ?? {};
  if (!year || year < 1900 || year > 2100) return null;
  return month && month >= 1 && month <= 12 ? `${year}-${String(month).padStart(2, '0')}` : String(year);
}

const contactsOf = ({ email, phone, skype }: Applicant, more: External | undefined): Contact[] => [
  ...(email ? [{ type: 'email' as const, value: email }] : []),
  ...(phone ? [{ type: 'phone' as const, value: phone }] : []),
  ...(skype ? [{ type: 'skype' as const, value: skype }] : []),
  ...(more?.resume?.source_url ? [{ type: 'link' as const, value: more.resume.source_url }] : []),
];

function positionsOf({ position, company }: Applicant, more: External | undefined): NonNullable<ProfileInput['positions']> {
  const past = (more?.resume?.experience ?? []).flatMap((each) => {
    const title = cut(each.position) ?? cut(each.company);
    if (title === undefined) return [];
    const dates = { start: monthOf(each.date_from), end: monthOf(each.date_to) };
    return [
      { title, company: cut(each.company) ?? null, ...dates, is_current: !each.date_to, description: each.description?.slice(0, 10_000) },
    ];
  });
  const title = cut(position) ?? cut(company);
  if (past.length > 0 || title === undefined) return past.slice(0, 100);
  return [{ title, company: cut(company) ?? null, is_current: true }];
}

export const profileOf = (row: Applicant, more: External | undefined): ProfileInput => ({
  first_name: row.first_name ?? '',
  last_name: row.last_name ?? '',
  patronymic: row.middle_name ?? null,
  headline: cut(row.position, 500) ?? null,
  birthdate_exact: z.iso.date().safeParse(row.birthday).data ?? null,
  positions: positionsOf(row, more),
  skills: (more?.resume?.skill_set ?? [])
    .slice(0, 100)
    .flatMap((name) => cut(name, 100) ?? [])
    .map((name) => ({ name })),
  contacts: contactsOf(row, more),
});
