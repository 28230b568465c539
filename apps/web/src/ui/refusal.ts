import { ApiError, isAbort, statusMessage } from '#lib/api-error.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { hasUnsaved } from './unsaved.ts';

interface Refusal {
  /** The server's first message of each field that the form has. */
  fields: Readonly<Record<string, string>>;
  /** What it says of the form as a whole (REQ-035). */
  problem: string | undefined;
}

/** REQ-033: of what nobody can read a form says no more than that. */
function problemOf(error: ApiError, offline: string): string {
  if (error.status === 0) return offline;
  return error.isUnreadable ? statusMessage(0, currentLanguage()) : error.message;
}

/** What a form says of a submit that failed; undefined where something else says it. Whatever is no answer of the server is thrown on. */
export function readRefusal(error: unknown, { known, offline }: { known: readonly string[]; offline: string }): Refusal | undefined {
  // A lost session is answered by the dialog over this form, or by the sign-in screen.
  if (isAbort(error) || (error instanceof ApiError && error.status === 401 && hasUnsaved())) return undefined;
  if (!(error instanceof ApiError)) throw error;
  const shown = Object.entries(error.fields).filter(([name]) => known.includes(name));
  // A field that this form does not have would otherwise be refused without a word.
  return { fields: Object.fromEntries(shown), problem: shown.length > 0 ? undefined : problemOf(error, offline) };
}
