import { AppError } from '#platform/errors.ts';

/**
 * The path of a request to the API, as it was sent. Throws where it is not written plainly: with dot segments (also `%2e`), empty segments, signs
 * that have to be encoded, or as a whole address. Whoever judges such a text and whoever routes by it would not see the same.
 */
export function plainPath(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1);
  const base = 'http://localhost';
  const isPlain = path.startsWith('/') && !path.includes('//') && URL.canParse(base + path) && new URL(base + path).pathname === path;
  if (!isPlain) throw new AppError('bad_request');
  return path;
}
