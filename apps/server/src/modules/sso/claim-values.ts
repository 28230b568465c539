import { z } from 'zod';

/** OpenID Connect Core 2: at most 255 characters. */
export const maxSubjectLength = 255;

const address = z.email().max(255);

export const emailIn = (value: unknown): string | undefined => address.safeParse(typeof value === 'string' ? value.trim() : undefined).data;

/** Removes control characters and line breaks. Returns '' for other types. */
export const textIn = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, 2000).replaceAll(/\p{C}/gu, ' ').replaceAll(/\s+/g, ' ').trim().slice(0, 255) : '';

export const isYes = (value: unknown): boolean => [true, 'true', 1, '1'].includes(value as never);
export const isNo = (value: unknown): boolean => [false, 'false', 0, '0'].includes(value as never);
