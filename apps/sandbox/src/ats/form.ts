import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Accepts forms, and keeps multipart bodies as bytes. */
export function acceptForms(app: FastifyInstance): void {
  if (!app.hasContentTypeParser('application/x-www-form-urlencoded'))
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
  if (!app.hasContentTypeParser('multipart/form-data'))
    app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

export type UploadedFile = { name: string; bytes: number };

/** The file in a field of a multipart body. */
export async function fileIn(request: FastifyRequest, field: string): Promise<UploadedFile | undefined> {
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data')) return undefined;
  const form = await new Response(new Uint8Array(request.body as Buffer), { headers: { 'content-type': type } }).formData();
  const file = form.get(field);
  return file instanceof File ? { name: file.name, bytes: file.size } : undefined;
}
