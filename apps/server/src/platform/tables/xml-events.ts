import { SaxesParser } from 'saxes';
import { TableError } from './table-error.ts';

export type Attributes = Readonly<Record<string, string>>;

export interface XmlHandler {
  /** `name` without a prefix. */
  open(name: string, attributes: Attributes): void;
  text(piece: string): void;
  close(name: string): void;
}

const withoutPrefix = (name: string) => name.slice(name.indexOf(':') + 1);

/** Yields after each chunk, so that the caller takes what the handler collected. */
export async function* readXml(chunks: AsyncIterable<Uint8Array>, handler: XmlHandler): AsyncGenerator<void> {
  const parser = new SaxesParser();
  const decoder = new TextDecoder();
  parser.on('opentag', ({ name, attributes }) => handler.open(withoutPrefix(name), attributes as Record<string, string>));
  parser.on('text', (piece) => handler.text(piece));
  parser.on('cdata', (piece) => handler.text(piece));
  parser.on('closetag', ({ name }) => handler.close(withoutPrefix(name)));
  try {
    for await (const chunk of chunks) {
      parser.write(decoder.decode(chunk, { stream: true }));
      yield;
    }
    parser.write(decoder.decode()).close();
  } catch (error) {
    throw error instanceof TableError ? error : new TableError('table_broken');
  }
  yield;
}

export async function readWholeXml(chunks: AsyncIterable<Uint8Array>, handler: XmlHandler): Promise<void> {
  const parts = readXml(chunks, handler);
  while (!(await parts.next()).done);
}
