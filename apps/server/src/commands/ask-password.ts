import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { StartupError } from '#platform/errors.ts';

/** Where a password comes from: a terminal (asked twice, nothing shown) or a pipe (its first line). */
export interface PasswordSource {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream;
}

const stopped = () => new StartupError('No password was given, so nothing was changed.');

/** One line, with what is typed not echoed. Rejects where the input ends or Ctrl-C is pressed first. */
function readHidden({ input, output }: PasswordSource, prompt: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: nowhere, terminal: true });
  output.write(prompt);
  return new Promise((resolve, reject) => {
    lines.once('line', (line) => {
      resolve(line);
      lines.close();
    });
    lines.once('SIGINT', () => lines.close());
    lines.once('close', () => {
      output.write('\n');
      reject(stopped());
    });
  });
}

async function readFirstLine(input: NodeJS.ReadableStream): Promise<string> {
  const lines = createInterface({ input });
  for await (const line of lines) {
    lines.close();
    return line;
  }
  throw stopped();
}

/** Throws StartupError where none is given, or the two of a terminal differ. */
export async function askPassword(source: PasswordSource): Promise<string> {
  if (!source.input.isTTY) return readFirstLine(source.input);
  const password = await readHidden(source, 'Password: ');
  if ((await readHidden(source, 'Once more: ')) !== password) throw new StartupError('The two passwords differ, so nothing was changed.');
  return password;
}
