import { parsePhoneNumberFromString } from 'libphonenumber-js';
import type { ShownContact } from '@headwater/contract/profiles';
import { isContact } from './mask-contact.ts';
import type { ContactRow } from './store/read.ts';

export type ContactState = Pick<ShownContact, 'status' | 'checked_at' | 'checked_by'>;

/** True for an unknown country. */
const isOfPlan = (value: string): boolean => parsePhoneNumberFromString(value)?.isValid() ?? true;

function isWellFormed({ type, value }: Pick<ContactRow, 'type' | 'value'>): boolean {
  if (type === 'email') return isContact('email', value);
  return type === 'phone' || (type === 'telegram' && value.startsWith('+')) ? isOfPlan(value) : true;
}

const of = (isValid: boolean, at: Date | null, by: ContactState['checked_by']): ContactState => ({
  status: isValid ? 'valid' : 'invalid',
  checked_at: at?.toISOString() ?? null,
  checked_by: by,
});

/** PROF-065: the newer of own messages and the source decides, else the form of the value. */
export function contactState(row: ContactRow): ContactState {
  const { check, is_valid: isValid, checked_at: checkedAt } = row;
  if (check && check.at >= (checkedAt ?? check.at)) return of(check.isValid, check.at, check.by);
  if (!isValid || checkedAt) return of(isValid, checkedAt, 'source');
  return isWellFormed(row) ? { status: 'unknown', checked_at: null, checked_by: null } : of(false, null, 'format');
}
