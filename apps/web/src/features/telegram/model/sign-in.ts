import { ApiError } from '#lib/api-error.ts';

/** Field of each refusal; others concern the whole form. */
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

export function atField(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const field = fieldOf[String(error.code)];
  if (field === undefined || field in error.fields) return error;
  return error.atFields({ [field]: error.message });
}

/** DEC-06. Undefined for other errors. */
export const floodWaitOf = (error: unknown): number | undefined =>
  error instanceof ApiError && error.code === 'flood_wait' ? error.numbers['seconds'] : undefined;

/** Hint of a required password; undefined if none is required. */
export const passwordHintOf = (error: unknown): string | undefined =>
  error instanceof ApiError && error.code === 'password_needed' ? (error.fields['hint'] ?? '') : undefined;
