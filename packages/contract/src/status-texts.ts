/** A message in both languages. */
export interface Entry {
  status: number;
  en: string;
  ru: string;
  /** The code on the wire: a number where the specification fixes one (RSLT-019 to RSLT-022), a word where the web app acts on it. */
  code?: number | string;
}

export const entry = (status: number, en: string, ru: string): Entry => ({ status, en, ru });

/** REQ-036 to REQ-046: what a status says by itself. The browser needs no other text of the server. */
export const statusTexts = {
  generic: entry(500, 'Sorry, an error has occurred', 'Извините, произошла ошибка'),
  bad_request: entry(400, 'Bad request', 'Неверный запрос'),
  unauthorized: entry(401, 'Unauthorized', 'Необходимо войти'),
  forbidden: entry(403, 'Forbidden', 'Доступ запрещён'),
  not_found: entry(404, 'Not found', 'Не найдено'),
  internal: entry(500, 'Internal server error', 'Внутренняя ошибка сервера'),
  invalid_server_response: entry(502, 'Invalid server response', 'Неверный ответ сервера'),
  unavailable: entry(503, 'Service unavailable', 'Сервис недоступен'),
  timeout: entry(504, 'Timed out server response', 'Истекло время ожидания ответа сервера'),
} as const satisfies Record<string, Entry>;
