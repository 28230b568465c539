import type { FastifyRequest } from 'fastify';

/** Reads the two parts of Basic authentication. */
export function basicOf(request: FastifyRequest): [string, string] | undefined {
  const [kind, value = ''] = (request.headers.authorization ?? '').split(' ');
  if (kind !== 'Basic') return undefined;
  const [name = '', ...rest] = Buffer.from(value, 'base64').toString().split(':');
  return [name, rest.join(':')];
}
