import type { FastifyReply } from 'fastify';

type ModelError = { status: number; message: string; type: string; param?: string; code: string | null };

const refuse = (reply: FastifyReply, { status, message, type, param = undefined, code }: ModelError): FastifyReply =>
  reply.code(status).send({ error: { message, type, param: param ?? null, code } });

export const keyRefused = (reply: FastifyReply): FastifyReply =>
  refuse(reply, { status: 401, message: 'Incorrect API key provided.', type: 'invalid_request_error', code: 'invalid_api_key' });

export const modelUnknown = (reply: FastifyReply, model: string): FastifyReply =>
  refuse(reply, {
    status: 404,
    message: `The model \`${model}\` does not exist or you do not have access to it.`,
    type: 'invalid_request_error',
    code: 'model_not_found',
  });

export const requestRefused = (reply: FastifyReply, param: string, message: string): FastifyReply =>
  refuse(reply, { status: 400, message, type: 'invalid_request_error', param, code: null });

export const tooMany = (reply: FastifyReply, milliseconds: number): FastifyReply =>
  refuse(reply.header('retry-after', String(Math.ceil(milliseconds / 1000))), {
    status: 429,
    message: 'Rate limit reached for requests. Please try again later.',
    type: 'requests',
    code: 'rate_limit_exceeded',
  });

export const broken = (reply: FastifyReply): FastifyReply =>
  refuse(reply, {
    status: 500,
    message: 'The server had an error while processing your request. Sorry about that!',
    type: 'server_error',
    code: null,
  });
