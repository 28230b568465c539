import type { Language } from '@headwater/contract/errors';
import { readTexts } from '@headwater/contract/texts';
import en from '../texts/en.json' with { type: 'json' };
import ru from '../texts/ru.json' with { type: 'json' };
import { composeEmail } from './compose-email.ts';

const read = readTexts({ en, ru });

interface Addressed {
  to: string;
  url: string;
  language: Language;
}

/** ACC-048. */
export const resetEmail = ({ to, url, language }: Addressed) =>
  composeEmail({ kind: 'reset', to, subject: read('reset.subject', language) }, [
    read('reset.line', language),
    { url },
    read('reset.tail', language),
  ]);

export interface OtherSignInMethods {
  passkeys: readonly string[];
  /** For example "Google: ada@example.test". */
  services: readonly string[];
  token: string | undefined;
  url: string;
}

/** An attacker may have added other sign-in methods. */
export const passwordRecoveredEmail = ({ to, url, language, others }: Addressed & { others: OtherSignInMethods }) =>
  composeEmail({ kind: 'password_changed', to, subject: read('changed.subject', language) }, [
    read('changed.line', language),
    read('changed.others', language),
    ...others.passkeys.map((name) => read('changed.passkey', language, { name })),
    ...others.services,
    ...(others.token === undefined ? [] : [read('changed.token', language, { token: others.token })]),
    read('changed.remove', language),
    { url: others.url },
    read('changed.tail', language),
    { url },
  ]);

export const passwordChangedEmail = ({ to, url, language }: Addressed) =>
  composeEmail({ kind: 'password_changed', to, subject: read('changed.subject', language) }, [
    read('changed.line', language),
    read('changed.tail', language),
    { url },
  ]);

export const passwordSetEmail = ({ to, url, language }: Addressed) =>
  composeEmail({ kind: 'password_changed', to, subject: read('changed.subject', language) }, [
    read('changed.by_admin', language),
    read('changed.admin_tail', language),
    { url },
  ]);
