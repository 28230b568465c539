import type { FastifyReply, FastifyRequest } from 'fastify';
import { FOLDERS, type FolderName } from '../mail/store.ts';
import { page, type Html } from './html.ts';
import { languageOf, TEXTS, type Language } from './text.ts';

const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

export const language = (request: FastifyRequest): Language => languageOf(request.headers['accept-language']);

export function show(request: FastifyRequest, reply: FastifyReply, body: Html): FastifyReply {
  void reply.header('content-security-policy', PAGE_POLICY).type('text/html; charset=utf-8');
  return reply.send(page(language(request), TEXTS[language(request)].title, body));
}

export const notFound = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  show(request, reply.code(404), {
    html: `<p>${TEXTS[language(request)].notFound}</p><p><a href="/">${TEXTS[language(request)].back}</a></p>`,
  });

export const folderName = (name: string): FolderName | undefined => FOLDERS.find((one) => one === name);
