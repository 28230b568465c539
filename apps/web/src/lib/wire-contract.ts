import { minifyContractRouter } from '@orpc/contract';
import { contract } from '@headwater/contract/contract';

interface Route {
  '~orpc': { errorMap: object; meta: object; route: { summary?: string; description?: string; tags?: readonly string[] } };
}
interface Routes {
  [name: string]: Route | Routes;
}

const isRoute = (part: Route | Routes): part is Route => '~orpc' in part;

function withoutDocumentation(part: Route | Routes): Route | Routes {
  if (!isRoute(part)) return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, withoutDocumentation(inner)]));
  const { summary: _summary, description: _description, tags: _tags, ...route } = part['~orpc'].route;
  return { '~orpc': { ...part['~orpc'], meta: {}, route } };
}

/** Contract for the browser; only the build runs this (vite.config.ts). */
export const wire = withoutDocumentation(minifyContractRouter(contract) as unknown as Routes);
