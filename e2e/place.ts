import { inject } from 'vitest';
import type { Product } from './product.ts';

/** The product that the journeys of this line run on. Several lines run side by side, and none disturbs another's mailboxes and vacancies. */
const line = process.env['VITEST_POOL_ID'] ?? '1';
const answer = await fetch(`${inject('desk')}/${line}`);
if (!answer.ok) throw new Error(await answer.text());

export const { address, mail, dataDir } = (await answer.json()) as Omit<Product, 'stop'>;
