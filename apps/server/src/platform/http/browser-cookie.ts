import type { FastifyReply, FastifyRequest } from 'fastify';

/** Identifies the browser that started a flow; grants no access by its own. */
export interface BrowserCookie {
  read(request: FastifyRequest): string | undefined;
  put(reply: FastifyReply, value: string): void;
}

/**
 * The `__Host-` prefix prevents other hosts and plain HTTP from setting the cookie; the prefix
 * requires the path `/`.
 */
export function browserCookie(name: string, { seconds, secure }: { seconds: number; secure: boolean }): BrowserCookie {
  const full = secure ? `__Host-${name}` : name;
  return {
    read(request) {
      const value = request.cookies[full];
      return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
    },
    put: (reply, value) => void reply.setCookie(full, value, { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: seconds }),
  };
}
