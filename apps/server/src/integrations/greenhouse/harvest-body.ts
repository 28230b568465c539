import type { PersonToSend } from '#modules/connections/ats-port.ts';
import type { Candidate } from './wire.ts';

type Values = readonly { value: string; type?: string | null | undefined }[];

export const bodyOf = ({ firstName, lastName, title, company, emails, phones, links }: PersonToSend) => ({
  first_name: firstName || '-',
  last_name: lastName || '-',
  company: company ?? undefined,
  title: title ?? undefined,
  email_addresses: emails.map((value) => ({ value, type: 'personal' })),
  phone_numbers: phones.map((value) => ({ value, type: 'mobile' })),
  website_addresses: links.map((value) => ({ value, type: 'other' })),
});

const keyOf = (value: string) => value.toLowerCase().replaceAll(/[\s()-]/g, '');

function merge(kept: Values, added: Values): Values {
  const has = new Set(kept.map(({ value }) => keyOf(value)));
  return [...kept, ...added.filter(({ value }) => !has.has(keyOf(value)))];
}

/** Adds values that the candidate lacks; Harvest replaces whole lists. */
export function mergedBody(known: Candidate, person: PersonToSend) {
  const { company, title, ...lists } = bodyOf(person);
  return {
    company,
    title,
    email_addresses: merge(known.email_addresses ?? [], lists.email_addresses),
    phone_numbers: merge(known.phone_numbers ?? [], lists.phone_numbers),
    website_addresses: merge(known.website_addresses ?? [], lists.website_addresses),
  };
}
