import { readTexts } from '@headwater/contract/texts';
import en from './texts/en.json' with { type: 'json' };
import ru from './texts/ru.json' with { type: 'json' };

const read = readTexts({ en, ru });

/** Stands in a text for the recipient's own address to unsubscribe at, which is known when the message leaves. */
export const unsubscribePlaceholder = 'https://unsubscribe.invalid/';

/** The word of the link, in the language that the message is written in. */
export const unsubscribeWord = (text: string): string => read('unsubscribe', /\p{Script=Cyrillic}{3}/u.test(text) ? 'ru' : 'en');

/** The variable where it stands in the text becomes a link; where it is already the address of one, it stays. */
export const linkUnsubscribe = (html: string): string =>
  html.replace(/(href=["'])?\{\{UNSUBSCRIBE\}\}/g, (whole, attribute?: string) =>
    attribute ? whole : `<a href="{{UNSUBSCRIBE}}">${unsubscribeWord(html)}</a>`,
  );
