import type { FastifyRequest } from 'fastify';

/**
 * `Authorization: Token {token}`. Browsers never add this scheme, so the request needs no CSRF
 * token; its cookies are ignored.
 */
export const apiTokenOf = ({ headers: { authorization } }: FastifyRequest): string | undefined =>
  /^token +([\w-]{1,200})$/i.exec(authorization ?? '')?.[1];

/** `Authorization: Bearer {token}`, for programs of a company. Browsers never add this scheme. */
export const bearerTokenOf = ({ headers: { authorization } }: FastifyRequest): string | undefined =>
  /^bearer +([\w-]{1,200})$/i.exec(authorization ?? '')?.[1];
