// https://www.postgresql.org/docs/current/errcodes-appendix.html: the server is away, full, or gave this transaction up for another one.
const passing = /^(08|53|57P0[1-5]$|40001$|40P01$|25P03$)/;
const lostSockets = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
/** What the driver and the query builder say of a line that fell, without a code. */
const lostLines =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Cannot use a pool after|the driver has already been destroyed)/i;
// 22021, 22P05, 22P02 (of JSON): text that cannot be kept; 22003: a number beyond its column.
const unkeepable = new Set(['22021', '22P05', '22P02', '22003']);

/** Whoever names a profile has seen it a moment ago: it was taken back or erased while the row that names it was written. */
const isGoneProfile = (code: unknown, constraint: unknown): boolean =>
  code === '23503' && typeof constraint === 'string' && constraint.endsWith('_profile_id_fkey');

/** A release that changes tables has begun beside this one, and a connection keeps the plan of a query of them. */
export const isStalePlan = (error: unknown): boolean => {
  const { code, routine } = error as { code?: unknown; routine?: unknown };
  return code === '0A000' && routine === 'RevalidateCachedQuery';
};

const fullDisk = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** The disk of the database or of the file store is full. */
export const isDiskFull = (error: unknown): boolean => error instanceof Error && fullDisk.has(String((error as { code?: unknown }).code));

/**
 * What a failed call of the database means for who asked: `unavailable` may be repeated in a moment, `timeout` took too long,
 * `bad_request` was refused for its values, `profile_not_found` names a profile that is gone. Undefined: a defect of ours, or no error of the database.
 */
export function databaseFailure(error: unknown): 'unavailable' | 'timeout' | 'bad_request' | 'profile_not_found' | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, syscall, constraint } = error as { code?: unknown; syscall?: unknown; constraint?: unknown };
  if (isGoneProfile(code, constraint)) return 'profile_not_found';
  if (code === '57014') return 'timeout';
  if (typeof code === 'string') {
    if (unkeepable.has(code)) return 'bad_request';
    if (passing.test(code) || isStalePlan(error)) return 'unavailable';
    if (isDiskFull(error) || (lostSockets.has(code) && syscall !== undefined)) return 'unavailable';
  }
  if (lostLines.test(error.message)) return 'unavailable';
  return error instanceof AggregateError && error.errors.some((inner) => databaseFailure(inner) === 'unavailable')
    ? 'unavailable'
    : undefined;
}
