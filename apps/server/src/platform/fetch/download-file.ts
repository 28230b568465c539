import { CallFailed, type Caller } from './api-caller.ts';
import { ServiceError } from './service-api.ts';

/** Larger files cannot be attached to a profile. */
const largest = 10 * 1024 * 1024;

/** Undefined for an address that no longer works, and for a file that is too large. Throws ServiceError. */
export async function downloadFile(
  caller: Caller,
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Uint8Array | undefined> {
  try {
    const { status, bytes } = await caller.call({ method: 'GET', url, headers, maxBytes: largest });
    if (status >= 200 && status < 300) return bytes;
    if (status < 500 && status !== 408 && status !== 429) return undefined;
    throw new ServiceError('unavailable', `The file server answered ${status}`);
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    if (error.reason === 'too_large' || error.reason === 'address') return undefined;
    throw new ServiceError('unavailable', error.message, { cause: error });
  }
}
