import { parsePhoneNumberFromString } from 'libphonenumber-js';
import type { Contact } from '@headwater/contract/profile-data';
import { cleanValue } from '@headwater/domain/identity/bearing';
import { readEmail } from '@headwater/domain/identity/email';
import { readTelegram } from '@headwater/domain/identity/telegram';

const isPhone = (value: string) =>
  (parsePhoneNumberFromString(value, 'RU') ?? parsePhoneNumberFromString(`+${value.replace(/\D/g, '')}`))?.isPossible() ?? false;

/** Valid input for a contact of each type (CONT-013). */
const valid: Record<Contact['type'], (value: string) => boolean> = {
  email: (value) => readEmail(value) !== undefined,
  phone: isPhone,
  // CONT-003: a telegram contact that starts with + is a phone.
  telegram: (value) => (value.startsWith('+') ? isPhone(value) : readTelegram(value) !== undefined),
  skype: (value) => /^[a-z][\w.,:-]{2,63}$/i.test(value),
  icq: (value) => /^\d[\d -]{3,12}\d$/.test(value),
  link: (value) => {
    const address = /^https?:\/\//i.test(value) ? value : `http://${value}`;
    return !/\s/.test(value) && URL.canParse(address) && new URL(address).hostname.includes('.');
  },
};

export const isContact = (type: Contact['type'], value: string): boolean => valid[type](cleanValue(value));

const masked = (text: string) => (text.length <= 2 ? '*'.repeat(text.length) : `${text[0]}***`);

/** The visible part of a closed contact: enough to recognise its kind, too little to use. */
export function maskContact(type: Contact['type'], value: string): string {
  if (type === 'email') {
    const [name = '', domain = ''] = value.split('@');
    const dot = domain.lastIndexOf('.');
    return `${masked(name)}@***${dot >= 0 ? domain.slice(dot) : ''}`;
  }
  if (type === 'phone' || value.startsWith('+')) return `${value.trim().slice(0, value.startsWith('+') ? 3 : 1)} *** ** **`;
  if (type === 'link') return `${/^(?:https?:\/\/)?(?:www\.)?([^/?#]+)/i.exec(value)?.[1] ?? ''}/***`;
  return masked(value.replace(/^@/, ''));
}
