import WordExtractor from 'word-extractor';
import { type ExtractedText, ExtractError } from './outcome.ts';

const utf16 = (text: string) => Buffer.from(text, 'utf16le');

/** The container also holds encrypted Word files and documents of other programs. */
export async function readDoc(bytes: Buffer): Promise<ExtractedText> {
  if (bytes.includes(utf16('EncryptedPackage')) || bytes.includes(utf16('EncryptionInfo'))) throw new ExtractError('encrypted');
  if (!bytes.includes(utf16('WordDocument'))) throw new ExtractError('unsupported');
  try {
    const document = await new WordExtractor().extract(bytes);
    const text = [document.getHeaders({ includeFooters: false }), document.getBody(), document.getTextboxes()].filter(Boolean).join('\n');
    const links = [...text.matchAll(/HYPERLINK\s+"([^"]+)"/g)].map((match) => match[1] ?? '');
    return { text: text.replace(/HYPERLINK\s+"[^"]+"/g, ''), links };
  } catch (error) {
    throw new ExtractError(error instanceof Error && /encrypt|password/i.test(error.message) ? 'encrypted' : 'broken');
  }
}
