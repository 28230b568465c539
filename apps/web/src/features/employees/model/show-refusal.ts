import { ApiError } from '#lib/api-error.ts';
import { showError } from '#ui/snackbar.tsx';

export const firstEntry = (error: ApiError): string => Object.values(error.fields)[0] ?? error.message;

export const showRefusal = (error: unknown): void =>
  showError(error instanceof ApiError ? new ApiError({ status: error.status, message: firstEntry(error) }) : error);
