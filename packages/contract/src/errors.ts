import { accountMessages } from './catalogue/accounts.ts';
import { administrationMessages } from './catalogue/administration.ts';
import { aiMessages } from './catalogue/ai.ts';
import { coreMessages } from './catalogue/core.ts';
import type { Entry } from './catalogue/entries.ts';
import { mailingMessages } from './catalogue/mailings.ts';
import { outreachMessages } from './catalogue/outreach.ts';
import { profileMessages } from './catalogue/profiles.ts';
import { searchMessages } from './catalogue/search.ts';
import { statusTexts } from './status-texts.ts';
import { telegramMessages } from './catalogue/telegram.ts';
import { templateMessages } from './catalogue/templates.ts';
import type { Language, TextParts } from './texts.ts';
import { vacancyMessages } from './catalogue/vacancies.ts';

/**
 * Every message of the server and of the specification in both languages (I18N-011), with its status. The texts lie in texts/<area>; modules refer to
 * them by key.
 */
export const catalogue = {
  ...statusTexts,
  ...coreMessages,
  ...accountMessages,
  ...administrationMessages,
  ...aiMessages,
  ...profileMessages,
  ...searchMessages,
  ...vacancyMessages,
  ...mailingMessages,
  ...outreachMessages,
  ...telegramMessages,
  ...templateMessages,
} satisfies Record<string, Entry>;

export type { Entry, Language };
export type MessageKey = keyof typeof catalogue;
export type MessageParts = TextParts;

/** The text of a message in the given language with its `{{name}}` parts filled in. */
export const message = (key: MessageKey, language: Language, parts: MessageParts = {}): string => catalogue[key].text(language, parts);

/**
 * The body of every error answer: a map of fields to their messages, or `detail`, and `code` where a stable word or number helps a program.
 * `non_field_errors` holds what belongs to the form as a whole.
 */
export interface ErrorBody {
  detail?: string;
  /** Which error it is; messages where a form has a field of that name. */
  code?: string | number | string[];
  non_field_errors?: string[];
  [field: string]: string | number | string[] | undefined;
}
