import { readTexts } from '@headwater/contract/texts';
import en from './texts/en.json' with { type: 'json' };
import ru from './texts/ru.json' with { type: 'json' };

const read = readTexts({ en, ru });

/** Replaced by the recipient's unsubscribe URL when the message leaves. */
export const unsubscribePlaceholder = 'https://unsubscribe.invalid/';

/** Link text in the language of the message. */
export const unsubscribeWord = (text: string): string => read('unsubscribe', /\p{Script=Cyrillic}{3}/u.test(text) ? 'ru' : 'en');

/** Wraps the variable in a link unless it is the URL of one already. */
export const linkUnsubscribe = (html: string): string =>
  html.replace(/(href=["'])?\{\{UNSUBSCRIBE\}\}/g, (whole, attribute?: string) =>
    attribute ? whole : `<a href="{{UNSUBSCRIBE}}">${unsubscribeWord(html)}</a>`,
  );
