import type { ErrorBody, Language } from '@headwater/contract/errors';
import { statusTexts } from '@headwater/contract/status-texts';

const byStatus: Readonly<Record<number, keyof typeof statusTexts>> = {
  400: 'bad_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  500: 'internal',
  502: 'invalid_server_response',
  503: 'unavailable',
  504: 'timeout',
};

/** Texts by status (REQ-036 to REQ-046). */
export function statusMessage(status: number, language: Language): string {
  return statusTexts[byStatus[status] ?? 'generic'].text(language);
}

interface ErrorParts {
  status: number;
  message: string;
  code?: string | number | undefined;
  fields?: Readonly<Record<string, string>>;
  numbers?: Readonly<Record<string, number>>;
  /** A proxy page, not a response of the server. */
  isUnreadable?: boolean;
}

/** `message` is always displayable. `status` 0 means no response. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | number | undefined;
  readonly fields: Readonly<Record<string, string>>;
  readonly numbers: Readonly<Record<string, number>>;
  readonly isUnreadable: boolean;
  constructor({ status, message, code, fields = {}, numbers = {}, isUnreadable = false }: ErrorParts) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.numbers = numbers;
    this.isUnreadable = isUnreadable;
  }

  /** A missing or unreadable response concerns no field (REQ-033). */
  atFields(fields: Readonly<Record<string, string>>): ApiError {
    if (this.status === 0 || this.isUnreadable) return this;
    const { status, message, code, numbers } = this;
    return new ApiError({ status, message, code, numbers, fields });
  }
}

const firstText = (value: unknown): string | undefined => {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? first : undefined;
};

/** RSLT-018: some fields contain a nested map, such as `folderId.folderId`. */
const fieldText = (value: unknown): string | undefined =>
  firstText(value) ?? (typeof value === 'object' && value !== null ? Object.values(value).map(firstText).find(Boolean) : undefined);

/** RSLT-018: a plain-text body is the message; a proxy page is not. */
const plainText = (body: unknown): string | undefined =>
  typeof body === 'string' && body.trim() !== '' && body.length <= 500 && !body.trimStart().startsWith('<') ? body.trim() : undefined;

/** TG-071, TG-072: `error` and `message` are no form fields here. */
function chatRefusal({ error, message }: ErrorBody): { code: string; message: string } | undefined {
  return typeof error === 'string' && typeof message === 'string' && message !== '' ? { code: error, message } : undefined;
}

/** REQ-032: the first message per field; an unreadable body gives the text of the status. */
export function readError(status: number, answer: unknown, language: Language): ApiError {
  // TPL-016: some calls return one field map per item; forms send one item.
  const body: unknown = Array.isArray(answer) ? answer[0] : answer;
  if (typeof body !== 'object' || body === null) {
    const text = plainText(body);
    return new ApiError({ status, message: text ?? statusMessage(status, language), isUnreadable: text === undefined });
  }
  const chat = chatRefusal(body as ErrorBody);
  const { detail, code: named, non_field_errors: whole, ...all } = body as ErrorBody;
  const { error: _code, message: _text, ...withoutChat } = all;
  const others = chat ? withoutChat : all;
  // A form may contain a field named `code`.
  const code = Array.isArray(named) ? undefined : (named ?? chat?.code);
  const rest = Array.isArray(named) ? { ...others, code: named } : others;
  const fields = Object.fromEntries(
    Object.entries(rest).flatMap(([name, value]) => {
      const text = fieldText(value);
      return text === undefined ? [] : [[name, text] as const];
    }),
  );
  const numbers = Object.fromEntries(Object.entries(rest).filter((part): part is [string, number] => typeof part[1] === 'number'));
  const message = chat?.message ?? detail ?? whole?.[0] ?? Object.values(fields)[0] ?? statusMessage(status, language);
  return new ApiError({ status, message, code, fields, numbers });
}

/** Requests cancelled by the user show no error (REQ-012). */
export const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

export const changedFields = (error: unknown): readonly string[] =>
  error instanceof ApiError && error.code === 'company_changed' ? Object.keys(error.fields) : [];

/** True while the server prepares its search index; the call can be retried soon. */
export const isStarting = (error: unknown): error is ApiError => error instanceof ApiError && error.code === 'search_starting';
