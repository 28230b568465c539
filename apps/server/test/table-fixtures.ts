import { tableBounds } from '@headwater/domain/profiles/table-import';
import { csvForm } from './enrichment-fixtures.ts';
import type { Answer, Caller } from './installation.ts';

export const importsPath = '/api/v6/table_imports/';

/** Uploads a table in pieces. Returns its id. */
export async function uploadTable(caller: Caller, content: string | Uint8Array, fileName = 'people.csv'): Promise<number> {
  const bytes = Buffer.from(content);
  const { body } = await caller.post(importsPath, { file_name: fileName, size: bytes.length });
  for (let at = 0, number = 0; at < bytes.length; at += tableBounds.pieceBytes, number += 1) {
    const form = csvForm(bytes.subarray(at, at + tableBounds.pieceBytes), { fileName, number: String(number) });
    await caller.send({ method: 'POST', url: `${importsPath}${body.id}/pieces/`, ...form });
  }
  return body.id as number;
}

export const previewTable = (caller: Caller, id: number, options: object = {}): Promise<Answer> =>
  caller.post(`${importsPath}${id}/preview/`, options);

/** Imports with the guessed columns. */
export async function importTable(
  caller: Caller,
  content: string | Uint8Array,
  { fileName, ...options }: { fileName?: string; [option: string]: unknown } = {},
): Promise<Answer> {
  const id = await uploadTable(caller, content, fileName);
  const { body } = await previewTable(caller, id, {});
  return caller.post(`${importsPath}${id}/start/`, { columns: body.columns, header_line: body.header_line, ...options });
}
