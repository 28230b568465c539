import { AppError, FieldErrors } from '#platform/errors.ts';
import { maxUnpackedMegabytes } from './document-parts.ts';
import type { ExtractFailure } from './outcome.ts';

const failures = {
  too_large: 'file_unreadable',
  empty: 'file_unreadable',
  unsupported: 'file_unreadable',
  broken: 'file_unreadable',
  encrypted: 'file_encrypted',
  no_text: 'file_pictures',
  unreadable: 'file_letters',
  too_slow: 'file_slow',
} as const;

/** The error of an unreadable file. `field` is that of the input that names the file. */
export function extractError(reason: ExtractFailure, field: string): AppError | FieldErrors {
  if (reason === 'unpacks_large') return new FieldErrors({ [field]: { key: 'file_unpacks_large', parts: { max: maxUnpackedMegabytes } } });
  return new AppError(failures[reason]);
}
