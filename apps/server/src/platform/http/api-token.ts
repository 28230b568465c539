import type { FastifyRequest } from 'fastify';

/**
 * The API token of a request (`Authorization: Token {token}`); undefined where it has none. Browsers never send this scheme by themselves, nor may
 * pages of other origins, so that such a request needs no CSRF token; and its cookies count for nothing.
 */
export const apiTokenOf = ({ headers: { authorization } }: FastifyRequest): string | undefined =>
  /^token +([\w-]{1,200})$/i.exec(authorization ?? '')?.[1];

/** The secret of a program that calls for a company (`Authorization: Bearer {token}`); undefined where a request has none. Browsers never send it by themselves. */
export const bearerTokenOf = ({ headers: { authorization } }: FastifyRequest): string | undefined =>
  /^bearer +([\w-]{1,200})$/i.exec(authorization ?? '')?.[1];
