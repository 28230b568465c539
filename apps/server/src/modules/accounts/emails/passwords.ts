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

/** ACC-048: the link to set a new password. */
export const resetEmail = ({ to, url, language }: Addressed) =>
  composeEmail({ kind: 'reset', to, subject: read('reset.subject', language) }, [
    read('reset.line', language),
    { url },
    read('reset.tail', language),
  ]);

/** What signs in besides the password, and so goes on where it was recovered. */
export interface OtherWays {
  /** As their owner has called them. */
  passkeys: readonly string[];
  /** As "Google: ada@example.test"; of the company's identity provider its name. */
  services: readonly string[];
  /** Last characters of the API token; undefined where there is none. */
  token: string | undefined;
  /** Where they are removed. */
  url: string;
}

/** Whoever has set a passkey there would come in with it after a new password as well: its owner is told, and decides. */
export const passwordRecoveredEmail = ({ to, url, language, others }: Addressed & { others: OtherWays }) =>
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

/** Told after every change, so that nobody loses an account unknowingly. */
export const passwordChangedEmail = ({ to, url, language }: Addressed) =>
  composeEmail({ kind: 'password_changed', to, subject: read('changed.subject', language) }, [
    read('changed.line', language),
    read('changed.tail', language),
    { url },
  ]);

/** Somebody who manages the account has set another password. */
export const passwordSetEmail = ({ to, url, language }: Addressed) =>
  composeEmail({ kind: 'password_changed', to, subject: read('changed.subject', language) }, [
    read('changed.by_admin', language),
    read('changed.admin_tail', language),
    { url },
  ]);
