import type { FastifyReply } from 'fastify';
import { now } from '../clock.ts';

type GoogleError = { code: number; message: string; reason: string; domain?: string; status?: string; details?: object[] };

function refuse(reply: FastifyReply, { code, message, reason, domain = 'global', status, details }: GoogleError): null {
  const error = { code, message, errors: [{ message, domain, reason }], ...(status && { status }), ...(details && { details }) };
  void reply.code(code).send({ error });
  return null;
}

export const unauthorised = (reply: FastifyReply): null =>
  refuse(reply.header('www-authenticate', 'Bearer realm="https://accounts.google.com/", error="invalid_token"'), {
    code: 401,
    message:
      'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
    reason: 'authError',
    status: 'UNAUTHENTICATED',
  });

export const scopeMissing = (reply: FastifyReply): null =>
  refuse(reply, {
    code: 403,
    message: 'Request had insufficient authentication scopes.',
    reason: 'insufficientPermissions',
    status: 'PERMISSION_DENIED',
    details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT', domain: 'googleapis.com' }],
  });

export const tooMany = (reply: FastifyReply, milliseconds: number): null =>
  refuse(reply.header('retry-after', String(Math.ceil(milliseconds / 1000))), {
    code: 429,
    message: 'Too many concurrent requests for user',
    reason: 'rateLimitExceeded',
    status: 'RESOURCE_EXHAUSTED',
  });

/** The sending limit contains the date in its text only. */
export const userLimit = (reply: FastifyReply, milliseconds: number): null =>
  refuse(reply, {
    code: 403,
    message: `User-rate limit exceeded.  Retry after ${new Date(now().getTime() + milliseconds).toISOString()}`,
    reason: 'userRateLimitExceeded',
    domain: 'usageLimits',
  });

export const mailboxFull = (reply: FastifyReply): null =>
  refuse(reply, {
    code: 403,
    message: 'The account has exceeded its storage quota.',
    reason: 'storageQuotaExceeded',
    domain: 'usageLimits',
  });

export const backendError = (reply: FastifyReply): null =>
  refuse(reply, { code: 503, message: 'Backend Error', reason: 'backendError', status: 'UNAVAILABLE' });

export const invalidArgument = (reply: FastifyReply, message: string): null =>
  refuse(reply, { code: 400, message, reason: 'invalidArgument', status: 'INVALID_ARGUMENT' });

export const notFound = (reply: FastifyReply): null =>
  refuse(reply, { code: 404, message: 'Requested entity was not found.', reason: 'notFound', status: 'NOT_FOUND' });
