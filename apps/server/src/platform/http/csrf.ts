import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#platform/errors.ts';
import { apiTokenOf } from './api-token.ts';

/** Readable by the web app, which sends it back in the X-CSRFToken header of every write (REQ-002, REQ-006). */
export const csrfCookie = 'csrftoken';
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Compared as bytes: two texts of one length may differ in theirs. */
function equal(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

export const isSafe = (request: FastifyRequest) => safeMethods.has(request.method);

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined);

/** Gives the browser a token where it has none. */
export function ensureCsrfCookie(request: FastifyRequest, reply: FastifyReply, secure: boolean): void {
  if (request.cookies[csrfCookie]) return;
  void reply.setCookie(csrfCookie, randomBytes(24).toString('base64url'), { path: '/', sameSite: 'lax', secure, maxAge: 365 * 24 * 3600 });
}

/** For requests that change something. Throws where one does not carry the cookie's token, or comes from a page of another origin. */
export function checkCsrf(request: FastifyRequest): void {
  // No exception for other Authorization headers: behind a proxy that asks for a password, browsers send one by themselves.
  if (apiTokenOf(request) !== undefined) return;
  const cookie = request.cookies[csrfCookie];
  const header = request.headers['x-csrftoken'];
  const { origin } = request.headers;
  if (!cookie || typeof header !== 'string' || !equal(cookie, header)) throw new AppError('csrf');
  if (origin && origin !== 'null' && hostOf(origin) !== request.host) throw new AppError('csrf');
}
