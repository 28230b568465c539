import type { MessageKey, MessageParts } from '@headwater/contract/errors';

/** A message of the catalogue with its parts. */
export interface Said {
  key: MessageKey;
  parts?: MessageParts;
}

/** An error that is answered with its catalogue text; everything else that is thrown is a defect and answers 500. */
export class AppError extends Error {
  readonly key: MessageKey;
  readonly parts: MessageParts;
  constructor(key: MessageKey, parts: MessageParts = {}) {
    super(key);
    this.key = key;
    this.parts = parts;
  }
}

/** Errors at fields of the input; `non_field_errors` is the form as a whole. Answered with 400 and a field map. */
export class FieldErrors extends Error {
  readonly fields: Readonly<Record<string, Said>>;
  /** Where all of them say the same, and a program does something about that. */
  readonly code: MessageKey | undefined;
  constructor(fields: Readonly<Record<string, MessageKey | Said>>, code?: MessageKey) {
    super('field errors');
    this.code = code;
    this.fields = Object.fromEntries(Object.entries(fields).map(([name, said]) => [name, typeof said === 'string' ? { key: said } : said]));
  }
}

/** The process cannot start; `message` is one sentence for the person at the terminal. */
export class StartupError extends Error {}
