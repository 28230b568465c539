import { ApiError } from '#lib/api-error.ts';

/** The field that a refusal of Telegram is about; what is not named here belongs to the whole form. */
const fieldOf: Readonly<Record<string, string>> = {
  phone_number_invalid: 'phone_number',
  phone_unoccupied: 'phone_number',
  phone_banned: 'phone_number',
  account_exists: 'phone_number',
  account_elsewhere: 'phone_number',
  phone_code_invalid: 'code',
  phone_code_expired: 'code',
  other_account: 'code',
  password_invalid: 'password',
};

/** A refusal at the field that it is about, where the form has it. */
export function atField(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const field = fieldOf[String(error.code)];
  if (field === undefined || field in error.fields) return error;
  return error.atFields({ [field]: error.message });
}

/** Seconds for which Telegram wants nothing more from this phone (DEC-06); undefined where it was something else. */
export const floodWaitOf = (error: unknown): number | undefined =>
  error instanceof ApiError && error.code === 'flood_wait' ? error.numbers['seconds'] : undefined;

/** The hint for a password that is wanted besides the code; undefined where none is wanted. */
export const passwordHintOf = (error: unknown): string | undefined =>
  error instanceof ApiError && error.code === 'password_needed' ? (error.fields['hint'] ?? '') : undefined;
