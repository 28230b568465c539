import type { FastifyReply } from 'fastify';
import { now } from '../clock.ts';

type GraphError = { status: number; code: string; message: string };

function refuse(reply: FastifyReply, { status, code, message }: GraphError): FastifyReply {
  const innerError = { date: now().toISOString().slice(0, 19), 'request-id': reply.request.id };
  return reply.code(status).send({ error: { code, message, innerError } });
}

export const unauthorised = (reply: FastifyReply): FastifyReply =>
  refuse(reply, { status: 401, code: 'InvalidAuthenticationToken', message: 'Access token has expired or is not yet valid.' });

export const denied = (reply: FastifyReply): FastifyReply =>
  refuse(reply, { status: 403, code: 'ErrorAccessDenied', message: 'Access is denied. Check credentials and try again.' });

export const sendAsDenied = (reply: FastifyReply): FastifyReply =>
  refuse(reply, {
    status: 403,
    code: 'ErrorSendAsDenied',
    message: 'The user account does not have the right to send on behalf of that sender.',
  });

export const throttled = (reply: FastifyReply, milliseconds: number): FastifyReply =>
  refuse(reply.header('retry-after', String(Math.ceil(milliseconds / 1000))), {
    status: 429,
    code: 'ApplicationThrottled',
    message: 'Application is over its MailboxConcurrency limit.',
  });

export const quotaExceeded = (reply: FastifyReply): FastifyReply =>
  refuse(reply, { status: 507, code: 'ErrorQuotaExceeded', message: 'The mailbox has exceeded its storage quota.' });

export const unavailable = (reply: FastifyReply): FastifyReply =>
  refuse(reply, { status: 503, code: 'ServiceNotAvailable', message: 'The service is temporarily unavailable.' });

export const badRequest = (reply: FastifyReply, code: string, message: string): FastifyReply =>
  refuse(reply, { status: 400, code, message });

export const itemNotFound = (reply: FastifyReply): FastifyReply =>
  refuse(reply, { status: 404, code: 'ErrorItemNotFound', message: 'The specified object was not found in the store.' });

export const gone = (reply: FastifyReply): FastifyReply =>
  refuse(reply, { status: 410, code: 'SyncStateNotFound', message: 'The sync state generation is not found.' });
