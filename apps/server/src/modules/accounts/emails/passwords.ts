import type { Language } from '@headwater/contract/errors';
import { readTexts } from '@headwater/contract/texts';
import en from '../texts/en.json' with { type: 'json' };
import ru from '../texts/ru.json' with { type: 'json' };
import { letter } from './letter.ts';

const read = readTexts({ en, ru });

interface Addressed {
  to: string;
  url: string;
  language: Language;
}

/** ACC-048: the link to set a new password. */
export const resetEmail = ({ to, url, language }: Addressed) =>
  letter({ kind: 'reset', to, subject: read('reset.subject', language) }, [
    read('reset.line', language),
    { url },
    read('reset.tail', language),
  ]);

/** Told after every change, so that nobody loses an account unknowingly. */
export const passwordChangedEmail = ({ to, url, language }: Addressed) =>
  letter({ kind: 'password_changed', to, subject: read('changed.subject', language) }, [
    read('changed.line', language),
    read('changed.tail', language),
    { url },
  ]);
