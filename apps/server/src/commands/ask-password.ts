import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { StartupError } from '#platform/errors.ts';

/** A terminal is asked twice and shows no input; a pipe provides the password in its first line. */
export interface PasswordSource {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream;
}

const stopped = () => new StartupError('No password was given, so nothing was changed.');

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

/** Throws StartupError if there is no password, or the two entries differ. */
export async function askPassword(source: PasswordSource): Promise<string> {
  if (!source.input.isTTY) return readFirstLine(source.input);
  const password = await readHidden(source, 'Password: ');
  if ((await readHidden(source, 'Once more: ')) !== password) throw new StartupError('The two passwords differ, so nothing was changed.');
  return password;
}
