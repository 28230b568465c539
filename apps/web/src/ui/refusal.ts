import { ApiError, isAbort, statusMessage } from '#lib/api-error.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { hasUnsaved } from './unsaved.ts';

interface Refusal {
  fields: Readonly<Record<string, string>>;
  /** REQ-035. */
  problem: string | undefined;
}

/** REQ-033: an unreadable response gets a generic message. */
function problemOf(error: ApiError, offline: string): string {
  if (error.status === 0) return offline;
  return error.isUnreadable ? statusMessage(0, currentLanguage()) : error.message;
}

/** Undefined if another component shows the error. Rethrows errors that are no response. */
export function readRefusal(error: unknown, { known, offline }: { known: readonly string[]; offline: string }): Refusal | undefined {
  // The dialog over this form or the sign-in screen handles a lost session.
  if (isAbort(error) || (error instanceof ApiError && error.status === 401 && hasUnsaved())) return undefined;
  if (!(error instanceof ApiError)) throw error;
  const shown = Object.entries(error.fields).filter(([name]) => known.includes(name));
  // Errors of fields outside this form become the form-wide message.
  return { fields: Object.fromEntries(shown), problem: shown.length > 0 ? undefined : problemOf(error, offline) };
}
