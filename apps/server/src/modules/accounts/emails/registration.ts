import type { Language } from '@headwater/contract/errors';
import { readTexts } from '@headwater/contract/texts';
import type { SystemEmail } from '#platform/system-mail.ts';
import en from '../texts/en.json' with { type: 'json' };
import ru from '../texts/ru.json' with { type: 'json' };
import { composeEmail } from './compose-email.ts';

const read = readTexts({ en, ru });

/** `exists`: there is an account already, `provider`: the company lets its people in through its provider alone. Nobody else learns of either. */
type Said = 'activate' | 'verify' | 'exists' | 'provider';
const kinds = {
  activate: 'activate',
  verify: 'verify',
  exists: 'account_exists',
  provider: 'sso_required',
} as const satisfies Record<Said, SystemEmail['kind']>;

export const registrationEmail = (said: Said, { to, url, language }: { to: string; url: string; language: Language }): SystemEmail =>
  composeEmail({ kind: kinds[said], to, subject: read(`registration.${said}.subject`, language) }, [
    read(`registration.${said}.line`, language),
    { url },
    read(`registration.${said}.tail`, language),
  ]);
