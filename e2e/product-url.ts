import { inject } from 'vitest';
import type { Product } from './product.ts';

/**
 * Each vitest worker has its own product, so that parallel files do not share mailboxes and
 * vacancies.
 */
const worker = process.env['VITEST_POOL_ID'] ?? '1';
const answer = await fetch(`${inject('coordinator')}/${worker}`);
if (!answer.ok) throw new Error(await answer.text());

export const { address, mail, dataDir } = (await answer.json()) as Omit<Product, 'stop'>;
