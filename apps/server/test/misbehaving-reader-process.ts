import { setTimeout as sleep } from 'node:timers/promises';
import { ready } from '../src/platform/child/bounded-process.ts';
import { type RawMail, readMail } from '../src/platform/mail/reading/read-mail.ts';

/** The mail reader, with simulated defects for messages that request them. */
async function read(message: RawMail): Promise<object> {
  const text = Buffer.from(message.raw).toString('latin1');
  if (text.includes('please loop')) for (;;);
  if (text.includes('please crash')) process.kill(process.pid, 'SIGKILL');
  if (text.includes('please throw')) return { problem: 'RangeError: Maximum call stack size exceeded' };
  const held: string[][] = [];
  while (text.includes('please fill the memory')) held.push(Array.from({ length: 1_000_000 }, (_, index) => `${held.length}/${index}`));
  await sleep(1);
  return { mail: await readMail(message) };
}

process.on('message', (message: RawMail) => {
  void read(message).then((outcome) => process.send?.(outcome));
});
process.on('disconnect', () => process.exit(0));
process.send?.(ready);
