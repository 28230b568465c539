import type { MessageKey, MessageParts } from '@headwater/contract/errors';

export interface Said {
  key: MessageKey;
  parts?: MessageParts;
}

export class AppError extends Error {
  readonly key: MessageKey;
  readonly parts: MessageParts;
  constructor(key: MessageKey, parts: MessageParts = {}) {
    super(key);
    this.key = key;
    this.parts = parts;
  }
}

/** Errors by input field; `non_field_errors` is the whole form. Answers 400 with a field map. */
export class FieldErrors extends Error {
  readonly fields: Readonly<Record<string, Said>>;
  readonly code: MessageKey | undefined;
  constructor(fields: Readonly<Record<string, MessageKey | Said>>, code?: MessageKey) {
    super('field errors');
    this.code = code;
    this.fields = Object.fromEntries(Object.entries(fields).map(([name, said]) => [name, typeof said === 'string' ? { key: said } : said]));
  }
}

/** The process cannot start; `message` is one sentence for the terminal. */
export class StartupError extends Error {}
