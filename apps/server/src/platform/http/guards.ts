import { areaOfRoute, routeName } from '@headwater/contract/api-areas';
import { mayAccess } from '@headwater/domain/access';
import { scopesAllow } from '@headwater/domain/api-scopes';
import { type Actor, isAdminType } from '@headwater/domain/roles';
import type { FastifyRequest } from 'fastify';
import { AppError } from '#platform/errors.ts';
import { checkMediaType, hasBody } from './body.ts';
import type { MatchedRoute, Visitor } from './context.ts';
import { checkCsrf, isSafe } from './csrf.ts';

const apiVersion = '5.1';
const jsonBytes = 1024 ** 2;

/** REQ-007: the version header is optional; other versions are rejected. */
function checkVersion(request: FastifyRequest): void {
  const named = request.headers.accept?.match(/;\s*version\s*=\s*(?:"[^"]*"|[^\s;,]*)/gi) ?? [];
  const versions = named.map((parameter) =>
    parameter
      .slice(parameter.indexOf('=') + 1)
      .trim()
      .replaceAll('"', ''),
  );
  if (versions.some((version) => version !== apiVersion)) throw new AppError('version_unknown');
}

function checkAccess(route: MatchedRoute, visitor: Visitor | undefined): void {
  const { access, unlicensed, refusal } = route.meta;
  if (!access) throw new Error('a route without access');
  if (access === 'public') return;
  if (!visitor) throw new AppError('unauthorized');
  const isOwnAccount = unlicensed && !visitor.scopes;
  if (!visitor.isLicensed && !isOwnAccount) throw new AppError('license_inactive');
  if (visitor.lacksFactor && !isOwnAccount) throw new AppError('second_factor_missing');
  if (!mayAccess(access, visitor.actor)) throw new AppError(refusal && !isAdminType(visitor.actor) ? refusal : 'forbidden');
  if (route.meta.personal && visitor.actor.originalUserId !== undefined) throw new AppError('not_while_acting');
  if (visitor.scopes) checkToken(route, visitor.scopes, visitor.actor);
}

/** API-010: a token may do less than its person. */
function checkToken({ path, meta, method }: MatchedRoute, scopes: readonly string[], { company }: Actor): void {
  if (!company.hasApi) throw new AppError('api_access_off');
  if (meta.personal) throw new AppError('not_with_token');
  const changes = meta.csrf === true || !['GET', 'HEAD'].includes(method);
  if (!scopesAllow(scopes, { area: areaOfRoute.get(routeName(method, path)) ?? 'company', changes })) throw new AppError('token_scope');
}

export function bodyLimit({ meta }: MatchedRoute, { headers }: FastifyRequest): number {
  const isForm = headers['content-type']?.trimStart().toLowerCase().startsWith('multipart/form-data') ?? false;
  return (isForm ? meta.upload : meta.json) ?? jsonBytes;
}

export function checkRequest(request: FastifyRequest, route: MatchedRoute, visitor: Visitor | undefined): void {
  if (Number(request.headers['content-length'] ?? 0) > bodyLimit(route, request)) throw new AppError('body_too_large');
  checkVersion(request);
  if (route.meta.csrf || !isSafe(request)) checkCsrf(request);
  checkAccess(route, visitor);
  if (!isSafe(request) && hasBody(request.raw)) checkMediaType(request.raw, route.meta.upload !== undefined);
}
