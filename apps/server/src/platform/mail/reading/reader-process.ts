import { ready } from '../../child/bounded-process.ts';
import { type RawMail, readMail } from './read-mail.ts';
import type { Answer } from './mail-reader.ts';

/** Child process: reads one message at a time for its parent and ends with it. */

async function answer(message: RawMail): Promise<Answer> {
  try {
    return { mail: await readMail(message) };
  } catch (error) {
    return { problem: String(error).slice(0, 500) };
  }
}

process.on('message', (message: RawMail) => {
  void answer(message).then((outcome) => process.send?.(outcome));
});
process.on('disconnect', () => process.exit(0));
process.send?.(ready);
