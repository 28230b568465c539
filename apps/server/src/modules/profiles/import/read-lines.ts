/** Longer lines than a profile can reasonably be are skipped, so that a file without line ends cannot eat the memory. */
const maxLineBytes = 4 * 1024 * 1024;

export interface Line {
  /** From 1, empty lines included. */
  number: number;
  /** Undefined where the line was too long or is not UTF-8. */
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

/** A line in the making: pieces of it, none once it is too long. */
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

/** Splits bytes into lines with bounded memory. Empty lines are counted and left out: a file of nothing else costs next to nothing. */
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
