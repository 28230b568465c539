import { fileTypeFromBuffer } from 'file-type';
import type { Actor } from '@headwater/domain/roles';
import { AppError } from '#platform/errors.ts';
import { guardedFetch } from '#platform/fetch/guarded-fetch.ts';
import type { ProfileRow } from '../store/read.ts';

const maxBytes = 3 * 1024 * 1024;
/** What a browser draws and cannot run (SVG can hold scripts). */
const shown = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif']);

/** The first picture of a profile, fetched by the server: the browser asks no stranger, and the address may be anybody's. 404 where there is none to show. */
export async function fetchPicture({ data }: ProfileRow, { permissions }: Actor) {
  const [address] = data.pictures;
  if (!address || !permissions.personal_info || !URL.canParse(address)) throw new AppError('not_found');
  const fetched = await guardedFetch(address, { maxBytes }).catch(() => undefined);
  const type = fetched && (await fileTypeFromBuffer(fetched.bytes));
  if (!type || !shown.has(type.mime)) throw new AppError('not_found');
  return {
    headers: { 'content-type': type.mime, 'cache-control': 'private, max-age=86400' },
    body: new Blob([new Uint8Array(fetched.bytes)]).stream() as ReadableStream,
  };
}
