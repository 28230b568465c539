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

/** Splits bytes into lines with bounded memory. */
export async function* readLines(stream: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  let held: Buffer[] = [];
  let size = 0;
  let number = 0;
  const close = (): Line => {
    number += 1;
    const line =
      size > maxLineBytes ? { number, text: undefined, failure: 'the line is longer than 4 MB' } : read(number, Buffer.concat(held));
    held = [];
    size = 0;
    return line;
  };
  for await (const chunk of stream) {
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      size += end - from;
      if (size <= maxLineBytes) held.push(chunk.subarray(from, end));
      from = end + 1;
      yield close();
    }
    size += chunk.length - from;
    if (size <= maxLineBytes) held.push(chunk.subarray(from));
    else held = [];
  }
  if (size > 0) yield close();
}
