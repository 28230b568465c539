import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#platform/errors.ts';
import { apiTokenOf } from './api-token.ts';

/** The web app sends it in the X-CSRFToken header of every write (REQ-002, REQ-006). */
export const csrfCookie = 'csrftoken';
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Compares bytes: texts of equal length may differ in bytes. */
function equal(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

export const isSafe = (request: FastifyRequest) => safeMethods.has(request.method);

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined);

export function ensureCsrfCookie(request: FastifyRequest, reply: FastifyReply, secure: boolean): void {
  if (request.cookies[csrfCookie]) return;
  void reply.setCookie(csrfCookie, randomBytes(24).toString('base64url'), { path: '/', sameSite: 'lax', secure, maxAge: 365 * 24 * 3600 });
}

/** Throws if a write has no valid token, or comes from another origin. */
export function checkCsrf(request: FastifyRequest): void {
  // Other Authorization headers are no exception: browsers add them behind a proxy with a password.
  if (apiTokenOf(request) !== undefined) return;
  const cookie = request.cookies[csrfCookie];
  const header = request.headers['x-csrftoken'];
  const { origin } = request.headers;
  if (!cookie || typeof header !== 'string' || !equal(cookie, header)) throw new AppError('csrf');
  if (origin && origin !== 'null' && hostOf(origin) !== request.host) throw new AppError('csrf');
}
