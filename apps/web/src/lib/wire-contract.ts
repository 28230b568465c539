import { minifyContractRouter } from '@orpc/contract';
import { contract } from '@headwater/contract/contract';

/** A route as the library writes it down. */
interface Route {
  '~orpc': { errorMap: object; meta: object; route: { summary?: string; description?: string; tags?: readonly string[] } };
}
interface Routes {
  [name: string]: Route | Routes;
}

const isRoute = (part: Route | Routes): part is Route => '~orpc' in part;

/** What the documentation says of a route (who may, an example, words) is not needed for calling it. */
function withoutDocumentation(part: Route | Routes): Route | Routes {
  if (!isRoute(part)) return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, withoutDocumentation(inner)]));
  const { summary: _summary, description: _description, tags: _tags, ...route } = part['~orpc'].route;
  return { '~orpc': { ...part['~orpc'], meta: {}, route } };
}

/** Run by the build only (vite.config.ts): what the browser needs to know of each route. */
export const wire = withoutDocumentation(minifyContractRouter(contract) as unknown as Routes);
