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

/** I18N-011: all messages in both languages, with their status. Modules refer to them by key. */
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

export const message = (key: MessageKey, language: Language, parts: MessageParts = {}): string => catalogue[key].text(language, parts);

/**
 * Body of every error: fields with messages, or `detail`; `code` for programs. `non_field_errors`
 * concerns the whole form.
 */
export interface ErrorBody {
  detail?: string;
  /** Error code; messages if the form has a field `code`. */
  code?: string | number | string[];
  non_field_errors?: string[];
  [field: string]: string | number | string[] | undefined;
}
