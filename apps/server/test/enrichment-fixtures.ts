import type { Answer, Caller } from './installation.ts';

const boundary = 'boundary7';

/** A multipart form with a CSV file. */
export function csvForm(content: string | Buffer, { fileName = 'people.csv', ...fields }: Readonly<Record<string, string>> = {}) {
  const values = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: text/csv\r\n\r\n`;
  return {
    payload: Buffer.concat([Buffer.from(values.join('') + head), Buffer.from(content), Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

const path = '/api/v6/enrichment_requests/';

type Fields = Readonly<Record<string, string>>;

/** `columns`: text, or an object with other form fields. */
export const enrich = (caller: Caller, content: string | Buffer, columns: string | Fields): Promise<Answer> =>
  caller.send({ method: 'POST', url: path, ...csvForm(content, typeof columns === 'string' ? { columns } : columns) });

export const previewCsv = (caller: Caller, content: string | Buffer, more: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  caller.send({ method: 'POST', url: `${path}preview/`, ...csvForm(content, more) });

/** Lines of a downloaded file, without the byte-order mark. */
export const linesOf = (answer: Answer): string[] =>
  String(answer.body)
    .replace(/^\uFEFF/, '')
    .split('\r\n')
    .filter(Boolean);
