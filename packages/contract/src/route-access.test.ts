import { isContractProcedure } from '@orpc/contract';
import { expect, it } from 'vitest';
import { contract } from './contract.ts';
import type { RouteMeta } from './route.ts';

interface Procedure {
  '~orpc': { route: { method: string; path: string }; meta: RouteMeta };
}

const procedures = (node: object): Procedure[] =>
  isContractProcedure(node) ? [node as unknown as Procedure] : Object.values(node as Record<string, object>).flatMap(procedures);

/** Other conditions of a route. */
const conditions = ({ csrf, unlicensed, personal, limit, exports: what }: RouteMeta) =>
  [csrf && 'with CSRF token', unlicensed && 'without license', personal && 'alone', limit, what && `noted as ${what}`]
    .filter(Boolean)
    .join(', ');

/**
 * Snapshot against accidental changes of access. After an intended change, `-u` rewrites it for
 * review.
 */
it('[REQ-040] all routes keep their access rules', async () => {
  const lines = procedures(contract).map(({ '~orpc': { route, meta } }) => {
    const besides = conditions(meta);
    return `${meta.access}: ${route.method} ${route.path}${besides ? ` (${besides})` : ''}`;
  });
  await expect(`${lines.toSorted().join('\n')}\n`).toMatchFileSnapshot('route-access.txt');
});
