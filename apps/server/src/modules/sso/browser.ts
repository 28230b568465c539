import type { FastifyReply, FastifyRequest } from 'fastify';

/** Tells the browser that began a sign-in from all others. */
const cookie = 'headwater_sso';
const path = '/sso/auth/';

/** A sign-in through a provider takes no longer. */
export const signInSeconds = 600;

/** Undefined where it is none that was put there. */
export function readBrowser(request: FastifyRequest): string | undefined {
  const value = request.cookies[cookie];
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
}

/** Sent along when the provider leads the person back, and to nothing else. */
export function putBrowser(reply: FastifyReply, value: string, secure: boolean): void {
  void reply.setCookie(cookie, value, { path, httpOnly: true, sameSite: 'lax', secure, maxAge: signInSeconds });
}
