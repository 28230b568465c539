/** Skips lines longer than any profile, so that a file without line ends cannot exhaust memory. */
const maxLineBytes = 4 * 1024 * 1024;

export interface Line {
  /** Counts from 1, including empty lines. */
  number: number;
  /** Undefined if the line is too long or not UTF-8. */
  text: string | undefined;
  failure?: string;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function read(number: number, bytes: Buffer): Line {
  try {
    return { number, text: decoder.decode(bytes).trim() };
  } catch {
    return { number, text: undefined, failure: 'the line is not UTF-8 text' };
  }
}

const newLine = () => ({ pieces: [] as Buffer[], size: 0 });

function extend(line: ReturnType<typeof newLine>, piece: Buffer): void {
  line.size += piece.length;
  if (line.size <= maxLineBytes) line.pieces.push(piece);
  else line.pieces = [];
}

function close(number: number, { pieces, size }: ReturnType<typeof newLine>): Line {
  if (size > maxLineBytes) return { number, text: undefined, failure: 'the line is longer than 4 MB' };
  return read(number, pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces));
}

/** Skips and counts empty lines, so that a file without other lines costs little. */
export async function* readLines(stream: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  let line = newLine();
  let number = 0;
  for await (const chunk of stream) {
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      number += 1;
      if (line.size > 0 || end > from) {
        extend(line, chunk.subarray(from, end));
        yield close(number, line);
        line = newLine();
      }
      from = end + 1;
    }
    extend(line, chunk.subarray(from));
  }
  if (line.size > 0) yield close(number + 1, line);
}
