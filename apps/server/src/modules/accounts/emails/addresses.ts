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

/** accounts/README.md, own address: to the new address. */
export const addressLinkEmail = ({ to, url, language }: Addressed) =>
  composeEmail({ kind: 'address_link', to, subject: read('address.link.subject', language) }, [
    read('address.link.line', language),
    { url },
    read('address.link.tail', language),
  ]);

export const addressTakenEmail = ({ to, language }: Omit<Addressed, 'url'>) =>
  composeEmail({ kind: 'account_exists', to, subject: read('address.taken.subject', language) }, [
    read('address.taken.line', language),
    read('address.taken.tail', language),
  ]);

/** A new password invalidates the link. */
export const addressAskedEmail = ({ to, address, url, language }: Addressed & { address: string }) =>
  composeEmail({ kind: 'address_changed', to, subject: read('address.asked.subject', language) }, [
    read('address.asked.line', language, { address }),
    read('address.asked.tail', language),
    { url },
  ]);

interface Changed {
  to: string;
  address: string;
  language: Language;
}

/** To the previous address. */
export const addressChangedEmail = ({ to, address, url, language }: Changed & { url: string }) =>
  composeEmail({ kind: 'address_changed', to, subject: read('address.changed.subject', language) }, [
    read('address.changed.line', language, { address }),
    read('address.changed.tail', language),
    { url },
  ]);

export const addressReturnedEmail = ({ to, address, url, language }: Changed & { url: string }) =>
  composeEmail({ kind: 'address_changed', to, subject: read('address.returned.subject', language) }, [
    read('address.returned.line', language, { address }),
    read('address.returned.tail', language),
    { url },
  ]);

export const addressLostEmail = ({ to, address, language }: Changed) =>
  composeEmail({ kind: 'address_changed', to, subject: read('address.lost.subject', language) }, [
    read('address.lost.line', language, { address }),
    read('address.lost.tail', language),
  ]);

/** To the previous address. */
export const addressReplacedEmail = ({ to, address, language }: Changed) =>
  composeEmail({ kind: 'address_changed', to, subject: read('address.changed.subject', language) }, [
    read('address.replaced.line', language, { address }),
    read('address.replaced.tail', language),
  ]);
