import type { SocialBackend } from '@headwater/domain/companies/social-sign-in';
import type { Language } from '@headwater/contract/errors';
import { readTexts } from '@headwater/contract/texts';
import en from '../texts/en.json' with { type: 'json' };
import ru from '../texts/ru.json' with { type: 'json' };
import { composeEmail } from './compose-email.ts';

const read = readTexts({ en, ru });

export type GuardChange =
  | 'authenticator_added'
  | 'authenticator_removed'
  | 'recovery_renewed'
  | 'recovery_used'
  | 'passkey_added'
  | 'passkey_removed'
  | `${SocialBackend}_${'added' | 'removed'}`;

export const guardChangedEmail = ({ to, what, url, language }: { to: string; what: GuardChange; url: string; language: Language }) =>
  composeEmail({ kind: 'guard_changed', to, subject: read('guard.subject', language) }, [
    read(`guard.${what}`, language),
    read('guard.tail', language),
    { url },
  ]);

export const factorsResetEmail = ({ to, url, language }: { to: string; url: string; language: Language }) =>
  composeEmail({ kind: 'guard_changed', to, subject: read('guard.subject', language) }, [
    read('guard.factors_reset', language),
    read('guard.reset_tail', language),
    { url },
  ]);

export const tokenMadeEmail = ({ to, isOwn, url, language }: { to: string; isOwn: boolean; url: string; language: Language }) =>
  composeEmail({ kind: 'guard_changed', to, subject: read('token.subject', language) }, [
    read(isOwn ? 'token.own' : 'token.by_admin', language),
    read(isOwn ? 'token.own_tail' : 'token.admin_tail', language),
    ...(isOwn ? [{ url }] : []),
  ]);
