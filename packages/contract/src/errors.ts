import { aiSearchMessages } from './ai-search-messages.ts';
import { catalogue as core, type Entry } from './catalogue.ts';
import { mailingMessages } from './mailing-messages.ts';
import { messageGenerationMessages } from './message-generation-messages.ts';
import { outreachMessages } from './outreach-messages.ts';
import { profileMessages } from './profile-messages.ts';
import { searchMessages } from './search-messages.ts';
import { templateMessages } from './template-messages.ts';
import { vacancyDescriptionMessages } from './vacancy-description-messages.ts';
import { vacancyMessages } from './vacancy-messages.ts';

export const catalogue = {
  ...core,
  ...aiSearchMessages,
  ...profileMessages,
  ...searchMessages,
  ...vacancyMessages,
  ...vacancyDescriptionMessages,
  ...mailingMessages,
  ...messageGenerationMessages,
  ...outreachMessages,
  ...templateMessages,
} satisfies Record<string, Entry>;

export type MessageKey = keyof typeof catalogue;
export type Language = 'en' | 'ru';
export type MessageParts = Readonly<Record<string, string | number>>;

/** The text of a message in the given language with its `{name}` parts filled in. */
export function message(key: MessageKey, language: Language, parts: MessageParts = {}): string {
  return catalogue[key][language].replace(/\{(\w+)\}/g, (whole, name: string) => String(parts[name] ?? whole));
}

/**
 * The body of every error answer: a map of fields to their messages, or `detail`, and `code` where a stable word or number helps a program.
 * `non_field_errors` holds what belongs to the form as a whole.
 */
export interface ErrorBody {
  detail?: string;
  code?: string | number;
  non_field_errors?: string[];
  [field: string]: string | number | string[] | undefined;
}
