import { areaOfRoute, routeName } from '@headwater/contract/api-areas';
import type { OpenAPI } from '@orpc/openapi';
import { csrfCookie } from './csrf.ts';
import type { Declared } from './openapi-errors.ts';

type Schemes = NonNullable<OpenAPI.ComponentsObject['securitySchemes']>;

export const securitySchemes = (sessionCookie: string): Schemes => ({
  token: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'An API token, as `Token {token}`. The roles of an operation are the scopes of which the token has one.',
  },
  session: { type: 'apiKey', in: 'cookie', name: sessionCookie, description: 'A browser that is signed in' },
  csrf: {
    type: 'apiKey',
    in: 'header',
    name: 'X-CSRFToken',
    description: `The value of the cookie ${csrfCookie}, with every call of a browser that changes or spends something`,
  },
});

/** Alternatives; each one is sufficient. */
export function securityOf({ method, path, meta }: Declared): OpenAPI.SecurityRequirementObject[] {
  const changes = meta.csrf === true || method !== 'GET';
  if (meta.access === 'public') return changes ? [{ csrf: [] }] : [];
  const session: OpenAPI.SecurityRequirementObject = changes ? { session: [], csrf: [] } : { session: [] };
  if (meta.personal) return [session];
  const area = areaOfRoute.get(routeName(method, path)) ?? 'company';
  const scopes = ['everything', `${area}:write`, ...(changes ? [] : [`${area}:read`])];
  return [{ token: scopes }, session];
}
