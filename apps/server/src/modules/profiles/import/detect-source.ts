import { open, stat } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { Readable } from 'node:stream';

type SourceKind = 'json-lines' | 'json' | 'resume';
export interface DetectedSource {
  kind: SourceKind;
  gzipped: boolean;
}

const sampleBytes = 64 * 1024;
const maxDocumentBytes = 64 * 1024 * 1024;

async function readStart(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(sampleBytes), 0, sampleBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Unpacks the first bytes of a gzip file; empty if they are damaged. */
async function unzipStart(packed: Buffer): Promise<Buffer> {
  const unzip = createGunzip();
  const parts: Buffer[] = [];
  try {
    for await (const part of Readable.from([packed]).pipe(unzip)) parts.push(part as Buffer);
  } catch {
    // The sample ends in the middle of the stream; the unpacked part is enough.
  }
  return Buffer.concat(parts);
}

const isJson = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/**
 * JSON that ends with its first line is JSON lines, other JSON is one document, and everything else
 * may be a resume.
 */
export async function detectSource(path: string): Promise<DetectedSource> {
  const start = await readStart(path);
  const gzipped = start[0] === 0x1f && start[1] === 0x8b;
  const sample = gzipped ? await unzipStart(start) : start;
  const text = sample
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  // RTF starts with a brace too, and a text may start with a bracket.
  if (!/^(?:\{\s*["}]|\[\s*[\]{["\d])/.test(text)) return { kind: 'resume', gzipped };
  const lineEnd = text.indexOf('\n');
  const firstLine = lineEnd < 0 ? text : text.slice(0, lineEnd);
  // A first line without an end in the sample counts as JSON lines; otherwise the name decides.
  const oneRecordALine = text.startsWith('{') && (isJson(firstLine) || lineEnd < 0 || looksLikeLines(path));
  const { size } = await stat(path);
  return { kind: oneRecordALine || size > maxDocumentBytes ? 'json-lines' : 'json', gzipped };
}

const looksLikeLines = (path: string) => /\.(?:jsonl|ndjson)(?:\.gz)?$/i.test(path);
