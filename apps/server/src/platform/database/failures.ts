// Unavailable, full, or conflicts: https://www.postgresql.org/docs/current/errcodes-appendix.html
const passing = /^(08|53|57P0[1-5]$|40001$|40P01$|25P03$)/;
const lostSockets = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
/** Messages of the driver and the query builder for a lost connection, which have no code. */
const lostLines =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Cannot use a pool after|the driver has already been destroyed)/i;
// 22021, 22P05, 22P02 (of JSON): text that cannot be stored; 22003: number out of range.
const unkeepable = new Set(['22021', '22P05', '22P02', '22003']);

/** The profile existed when the request began, and was merged or erased since. */
const isGoneProfile = (code: unknown, constraint: unknown): boolean =>
  code === '23503' && typeof constraint === 'string' && constraint.endsWith('_profile_id_fkey');

/** A newer release changed a table, and the connection still has a plan for it. */
export const isStalePlan = (error: unknown): boolean => {
  const { code, routine } = error as { code?: unknown; routine?: unknown };
  return code === '0A000' && routine === 'RevalidateCachedQuery';
};

const fullDisk = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** A disk that became read-only, and a database that its provider or a full disk made read-only. */
const readOnly = new Set(['EROFS', '25006', '58030']);
const writing = new Set(['open', 'mkdir', 'rename', 'write']);

/** `storage_full`, `storage_read_only`, or undefined. */
export function storageFailure(error: unknown): 'storage_full' | 'storage_read_only' | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  if (fullDisk.has(String(code))) return 'storage_full';
  return readOnly.has(String(code)) || (code === 'EACCES' && writing.has(String(syscall))) ? 'storage_read_only' : undefined;
}

/**
 * `unavailable` may be retried, `profile_not_found` references a deleted profile. Undefined: not a
 * database error, or our defect.
 */
export function databaseFailure(error: unknown): 'unavailable' | 'timeout' | 'bad_request' | 'profile_not_found' | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, syscall, constraint } = error as { code?: unknown; syscall?: unknown; constraint?: unknown };
  if (isGoneProfile(code, constraint)) return 'profile_not_found';
  if (code === '57014') return 'timeout';
  if (typeof code === 'string') {
    if (unkeepable.has(code)) return 'bad_request';
    if (passing.test(code) || isStalePlan(error)) return 'unavailable';
    if (storageFailure(error) || (lostSockets.has(code) && syscall !== undefined)) return 'unavailable';
  }
  if (lostLines.test(error.message)) return 'unavailable';
  return error instanceof AggregateError && error.errors.some((inner) => databaseFailure(inner) === 'unavailable')
    ? 'unavailable'
    : undefined;
}
