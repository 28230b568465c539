import { ApiError } from '#lib/api-error.ts';

/** Messages of refused fields; empty for any other error. */
export const wrongFields = (error: unknown): Record<string, string> => (error instanceof ApiError ? error.fields : {});
