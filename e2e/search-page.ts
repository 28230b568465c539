import { decodeSearch } from '@headwater/domain/query/address';
import type { Page } from 'playwright-core';
import { address as base } from './product-url.ts';
import { type Look, visits } from './visit.ts';

export const address = (parts: Record<string, string>) => `${base}/profiles/?${new URLSearchParams(parts).toString()}`;

/** Opens an address as a recruiter of the demo. */
export const open = (path: string, look: Look = {}): Promise<Page> => visits.open(path.replace(base, ''), { who: 'recruiter', ...look });

/** Timeout for a busy machine. */
export const patience = { timeout: 45_000 };

const found = (page: Page) => page.locator('[data-total]');
export const total = async (page: Page) => Number(await found(page).getAttribute('data-total'));
export const searchOf = (page: Page) => decodeSearch(new URL(page.url()).search.slice(1)).search;
export const termsOf = (page: Page) =>
  searchOf(page).query.map((entity) => (entity.type === 'APPLIED_TERM' ? `${entity.data.is_excluded ? '-' : ''}${entity.data.text}` : ''));
export const settled = (page: Page) => page.locator('[aria-busy="false"] [data-profile]').first().waitFor();
