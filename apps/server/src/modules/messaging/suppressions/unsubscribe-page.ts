import { escapeHtml } from '@headwater/domain/escape-html';
import type { Language } from '@headwater/contract/errors';
import { readTexts } from '@headwater/contract/texts';
import en from './texts/en.json' with { type: 'json' };
import ru from './texts/ru.json' with { type: 'json' };

const read = readTexts({ en, ru });

// Inline, because visitors cannot load files of the web app.
const style = `
  :root { color-scheme: light dark; --back: #f6f7f9; --card: #fff; --text: #1b1f27; --soft: #5b6472; --line: #d9dee6; --blue: #2456d6; --on-blue: #fff; }
  @media (prefers-color-scheme: dark) { :root { --back: #14171c; --card: #1d2128; --text: #e8ebf0; --soft: #a3adbb; --line: #353c47; --blue: #86a8ff; --on-blue: #10141b; } }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
  main { box-sizing: border-box; width: min(28rem, 100vw - 2rem); padding: 2rem; background: var(--card); border: 1px solid var(--line); border-radius: 12px; overflow-wrap: anywhere; }
  h1 { margin: 0 0 .5rem; font-size: 1.25rem; line-height: 1.3; }
  p { margin: 0; color: var(--soft); }
  form { margin-top: 1.5rem; }
  button { min-height: 44px; padding: 0 1.25rem; border: 0; border-radius: 8px; background: var(--blue); color: var(--on-blue); font: inherit; font-weight: 600; cursor: pointer; }
  button:focus-visible { outline: 3px solid var(--blue); outline-offset: 2px; }`;

interface Said {
  title: string;
  about: string;
  form?: string;
}

const page = (language: Language, { title, about, form = '' }: Said) =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><style>${style}</style></head><body><main><h1>${title}</h1><p>${about}</p>${form}</main></body></html>`;

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
  return page(language, { title: read('ask', language, parts), about: read('about', language, parts), form });
}

export const donePage = (language: Language, about: About): string =>
  page(language, { title: read('done', language), about: read('done_about', language, partsOf(language, about)) });

export const brokenPage = (language: Language): string =>
  page(language, { title: read('broken', language), about: read('broken_about', language) });
