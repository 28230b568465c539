import type { Answer, Caller } from './installation.ts';

export interface Upload {
  filename: string;
  bytes: Uint8Array | string;
  fields?: Readonly<Record<string, string>>;
  /** Default: the address of profile files. */
  url?: string;
}

/** Uploads a file as a multipart form. */
export function upload(caller: Caller, { filename, bytes, fields = {}, url = '/api/files/v1/' }: Upload): Promise<Answer> {
  const boundary = 'boundary-of-the-upload';
  const values = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `${values.join('')}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const payload = Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from(`\r\n--${boundary}--\r\n`)]);
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  return caller.send({ method: 'POST', url, payload, headers });
}
