import { z } from 'zod';

export const tableTypes = ['csv', 'xlsx'] as const;
export type TableType = (typeof tableTypes)[number];

/** Response of routes with `outputStructure: 'detailed'` that send a file. */
export const fileAnswer = z.object({ headers: z.record(z.string(), z.string()), body: z.instanceof(ReadableStream) });
