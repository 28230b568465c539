import { escapeHtml } from '@headwater/domain/escape-html';
import type { Language } from '@headwater/contract/errors';
import { readTexts } from '@headwater/contract/texts';
import { plainPage } from '#platform/http/plain-page.ts';
import en from './texts/en.json' with { type: 'json' };
import ru from './texts/ru.json' with { type: 'json' };

const read = readTexts({ en, ru });

export interface About {
  company: string;
  address: string | null;
}

/** The owner recognizes the masked address; a person with a forwarded message does not learn it. */
export const maskAddress = (address: string): string => address.replace(/^(.)[^@]*@/, '$1•••@');

const partsOf = (language: Language, { company, address }: About) => ({
  company: escapeHtml(company),
  address: escapeHtml(address === null ? read('you', language) : maskAddress(address)),
});

/** Changes nothing before the button is pressed, so that link scanners cause no unsubscription. */
export function askPage(language: Language, about: About): string {
  const parts = partsOf(language, about);
  const form = `<form method="post" action="?from=page"><button type="submit">${read('button', language)}</button></form>`;
  return plainPage(language, { title: read('ask', language, parts), about: read('about', language, parts), form });
}

export const donePage = (language: Language, about: About): string =>
  plainPage(language, { title: read('done', language), about: read('done_about', language, partsOf(language, about)) });

export const brokenPage = (language: Language): string =>
  plainPage(language, { title: read('broken', language), about: read('broken_about', language) });
