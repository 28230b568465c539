import { isContractProcedure } from '@orpc/contract';
import { expect, it } from 'vitest';
import { contract } from './contract.ts';
import type { RouteMeta } from './route.ts';

interface Procedure {
  '~orpc': { route: { method: string; path: string }; meta: RouteMeta };
}

const procedures = (node: object): Procedure[] =>
  isContractProcedure(node) ? [node as unknown as Procedure] : Object.values(node as Record<string, object>).flatMap(procedures);

/** What besides the right decides who is let in. */
const conditions = ({ csrf, unlicensed, personal, limit, exports: what }: RouteMeta) =>
  [csrf && 'with CSRF token', unlicensed && 'without license', personal && 'alone', limit, what && `noted as ${what}`]
    .filter(Boolean)
    .join(', ');

/**
 * The rights of all routes, said once more: who may call a route is not changed by the way. After a change that is meant, `-u` writes the file anew,
 * and whoever reviews it sees what has become open to whom.
 */
it('[REQ-040] routes are open to whom they were open', async () => {
  const lines = procedures(contract).map(({ '~orpc': { route, meta } }) => {
    const besides = conditions(meta);
    return `${meta.access}: ${route.method} ${route.path}${besides ? ` (${besides})` : ''}`;
  });
  await expect(`${lines.toSorted().join('\n')}\n`).toMatchFileSnapshot('route-access.txt');
});
