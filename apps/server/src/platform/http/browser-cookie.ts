import type { FastifyReply, FastifyRequest } from 'fastify';

/** Tells the browser that began something from all others, for so many seconds; it opens nothing by itself. */
export interface BrowserCookie {
  /** Undefined where it is none that was put there. */
  read(request: FastifyRequest): string | undefined;
  put(reply: FastifyReply, value: string): void;
}

/** Where the product is served with TLS no other host and no page without it can put one there (`__Host-`), which asks for the path `/`. */
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
