import type { Language } from '@headwater/contract/errors';
import { readTexts } from '@headwater/contract/texts';
import type { SystemEmail } from '#platform/system-mail.ts';
import en from '../texts/en.json' with { type: 'json' };
import ru from '../texts/ru.json' with { type: 'json' };
import { composeEmail } from './compose-email.ts';

const read = readTexts({ en, ru });

type RegistrationEmail = 'activate' | 'verify' | 'exists' | 'provider';
const kinds = {
  activate: 'activate',
  verify: 'verify',
  exists: 'account_exists',
  provider: 'sso_required',
} as const satisfies Record<RegistrationEmail, SystemEmail['kind']>;

export const registrationEmail = (
  type: RegistrationEmail,
  { to, url, language }: { to: string; url: string; language: Language },
): SystemEmail =>
  composeEmail({ kind: kinds[type], to, subject: read(`registration.${type}.subject`, language) }, [
    read(`registration.${type}.line`, language),
    { url },
    read(`registration.${type}.tail`, language),
  ]);
