import { escapeHtml } from '@headwater/domain/escape-html';
import type { Language } from '@headwater/contract/errors';

const texts = {
  en: {
    ask: 'Unsubscribe from messages of {company}?',
    about: 'Nobody at {company} will be able to write to {address} from here any more.',
    button: 'Unsubscribe',
    done: 'You are unsubscribed',
    doneAbout: '{company} will no longer write to {address}. You can close this page.',
    broken: 'This link does not work',
    brokenAbout:
      'It may have been cut in two by the mail program. Open it from the message itself, or answer the message and ask to be left alone.',
    you: 'your address',
  },
  ru: {
    ask: 'Отписаться от писем компании «{company}»?',
    about: 'Никто из «{company}» больше не сможет написать отсюда на адрес {address}.',
    button: 'Отписаться',
    done: 'Вы отписаны',
    doneAbout: '«{company}» больше не напишет на адрес {address}. Страницу можно закрыть.',
    broken: 'Эта ссылка не работает',
    brokenAbout:
      'Возможно, почтовая программа её обрезала. Откройте её из самого письма или ответьте на письмо с просьбой больше не писать.',
    you: 'ваш адрес',
  },
} satisfies Record<Language, Record<string, string>>;

const fill = (text: string, parts: Record<string, string>) =>
  text.replace(/\{(\w+)\}/g, (_whole, name: string) => escapeHtml(parts[name] ?? ''));

// The page stands alone: the web app's files are not for strangers, and no script is needed.
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

/** `address`: null where nobody knows it any more. */
export interface About {
  company: string;
  address: string | null;
}

/** Enough of an address for its owner to know it; whoever was forwarded the message need not learn it. */
export const maskAddress = (address: string): string => address.replace(/^(.)[^@]*@/, '$1•••@');

const partsOf = (language: Language, { company, address }: About) => ({
  company,
  address: address === null ? texts[language].you : maskAddress(address),
});

/** Asks; nothing happens until the button is pressed, so that scanners that open links unsubscribe nobody. */
export function askPage(language: Language, about: About): string {
  const { ask, about: sentence, button } = texts[language];
  const parts = partsOf(language, about);
  const form = `<form method="post" action="?from=page"><button type="submit">${button}</button></form>`;
  return page(language, { title: fill(ask, parts), about: fill(sentence, parts), form });
}

export function donePage(language: Language, about: About): string {
  const { done, doneAbout } = texts[language];
  return page(language, { title: done, about: fill(doneAbout, partsOf(language, about)) });
}

export function brokenPage(language: Language): string {
  const { broken, brokenAbout } = texts[language];
  return page(language, { title: broken, about: brokenAbout });
}
