import { fileTypeFromBuffer } from 'file-type';
import type { Actor } from '@headwater/domain/roles';
import { AppError } from '#platform/errors.ts';
import { guardedFetch } from '#platform/fetch/guarded-fetch.ts';
import type { ProfileRow } from '../store/read.ts';

const maxBytes = 3 * 1024 * 1024;
/** Image types without scripts; SVG can hold scripts. */
const shown = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif']);

/** The server fetches it, so that the browser contacts no third party. 404 without a picture. */
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
