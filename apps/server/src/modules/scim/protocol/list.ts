import { z } from 'zod';
import { unstorableText } from '#platform/http/unstorable-text.ts';
import { invalid } from './error.ts';

const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

/** RFC 7644, 3.4.2. */
export const listAnswer = (resources: readonly object[], { total, startIndex }: { total: number; startIndex: number }) => ({
  schemas: [listSchema],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});

export interface ListRequest {
  filter?: string | undefined;
  sortBy?: string | undefined;
  sortOrder: 'ascending' | 'descending';
  startIndex: number;
  count: number;
  attributes: readonly string[];
  excludedAttributes: readonly string[];
}

const usualCount = 100;
const most = 200;
const highest = 2 ** 31;
const maxNames = 100;

const whole = z.coerce.number().int().catch(Number.NaN);
const names = z
  .union([z.string(), z.array(z.string()).transform((each) => each.join(','))])
  .transform((text) => text.split(',').map((each) => each.trim()))
  .transform((each) => each.filter((name) => name !== ''))
  .refine((each) => each.length <= maxNames);

const request = z.object({
  filter: z.string().optional(),
  sortBy: z.string().max(200).optional(),
  sortOrder: z.string().max(20).optional(),
  startIndex: whole.optional(),
  count: whole.optional(),
  attributes: names.default([]),
  excludedAttributes: names.default([]),
});

/** Clamps as required by the protocol. */
function numberOf(value: number | undefined, { usual, least, limit }: { usual: number; least: number; limit: number }): number {
  if (value === undefined) return usual;
  if (Number.isNaN(value)) throw invalid('startIndex and count are whole numbers');
  return Math.min(Math.max(value, least), limit);
}

export function readListRequest(input: unknown): ListRequest {
  // Resource values lose such characters; in a filter they would change the result.
  if (unstorableText(input).length > 0) throw invalid('A text has signs that cannot be kept');
  const { data } = request.safeParse(input);
  if (!data) throw invalid('The parameters of the list are not understood', 'invalidSyntax');
  const { filter, startIndex, count, sortOrder, ...same } = data;
  return {
    ...same,
    filter: filter?.trim() === '' ? undefined : filter,
    sortOrder: sortOrder?.toLowerCase() === 'descending' ? 'descending' : 'ascending',
    startIndex: numberOf(startIndex, { usual: 1, least: 1, limit: highest }),
    count: numberOf(count, { usual: usualCount, least: 0, limit: most }),
  };
}
