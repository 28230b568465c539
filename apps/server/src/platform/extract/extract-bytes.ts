import { type Extracted, ExtractError } from './outcome.ts';
import { readText } from './read-text.ts';

/** Reads untrusted files; call it in a child process. */
export async function extractBytes(bytes: Buffer, extension: string): Promise<Extracted> {
  try {
    const { text, links, rows } = await readText(bytes, extension);
    if (text.replace(/\s/g, '').length < 10) return { ok: false, reason: 'no_text' };
    return { ok: true, text, links, ...(rows ? { rows } : {}) };
  } catch (error) {
    return { ok: false, reason: error instanceof ExtractError ? error.reason : 'broken' };
  }
}
