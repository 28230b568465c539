import { ApiError } from '#lib/api-error.ts';
import { showError } from '#ui/snackbar.tsx';

/** The first entry of an answer that names fields; else what it says as a whole. */
export const firstEntry = (error: ApiError): string => Object.values(error.fields)[0] ?? error.message;

/** Where no form has the field. */
export const showRefusal = (error: unknown): void =>
  showError(error instanceof ApiError ? new ApiError({ status: error.status, message: firstEntry(error) }) : error);
