import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { headersOf } from './account.ts';

export type DraftFile = { name: string; contentType: string; content: Buffer };

type Upload = DraftFile & { size: number; add(file: DraftFile): void };
type Item = { AttachmentItem?: { name?: string; contentType?: string; size?: number } } | null;

export function createUploads(app: FastifyInstance, path: string) {
  const uploads = new Map<string, Upload>();
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.put<{ Params: { key: string }; Body: Buffer }>(`${path}/:key`, { bodyLimit: 4 * 1024 * 1024 }, (request, reply) => {
    const upload = uploads.get(request.params.key);
    const [, from = '', size = ''] = /^bytes (\d+)-\d+\/(\d+)$/.exec(String(request.headers['content-range'])) ?? [];
    if (!upload || Number(from) !== upload.content.length || Number(size) !== upload.size) return reply.code(416).send();
    upload.content = Buffer.concat([upload.content, request.body]);
    if (upload.content.length < upload.size) return reply.send({ nextExpectedRanges: [`${upload.content.length}-`] });
    uploads.delete(request.params.key);
    upload.add(upload);
    return reply.code(201).send();
  });
  return (reply: FastifyReply, item: Item, add: Upload['add']): FastifyReply => {
    const { name = '', contentType = '', size = 0 } = item?.AttachmentItem ?? {};
    const key = randomUUID();
    uploads.set(key, { name, contentType, size, content: Buffer.alloc(0), add });
    return reply.code(201).send({ uploadUrl: `http://${reply.request.host}${path}/${key}`, nextExpectedRanges: ['0-'] });
  };
}

type Header = { name: string; value: string };

const isContent = ({ name }: Header): boolean => /^content-/i.test(name);
const lines = (list: Header[]): string => list.map(({ name, value }) => `${name}: ${value}\r\n`).join('');

export function withFiles(raw: Buffer, files: DraftFile[]): Buffer {
  if (files.length === 0) return raw;
  const boundary = randomUUID();
  const headers = headersOf(raw);
  const parts = files.map(
    ({ name, contentType, content }) =>
      `--${boundary}\r\nContent-Type: ${contentType}\r\nContent-Transfer-Encoding: base64\r\n` +
      `Content-Disposition: attachment; filename="${name}"\r\n\r\n${content.toString('base64').replaceAll(/(.{76})/g, '$1\r\n')}\r\n`,
  );
  return Buffer.concat([
    Buffer.from(lines(headers.filter((header) => !isContent(header)))),
    Buffer.from(`Content-Type: multipart/mixed; boundary="${boundary}"\r\n\r\n--${boundary}\r\n${lines(headers.filter(isContent))}\r\n`),
    raw.subarray(raw.indexOf('\r\n\r\n') + 4),
    Buffer.from(`\r\n${parts.join('')}--${boundary}--\r\n`),
  ]);
}
