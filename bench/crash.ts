import { crashSends } from './ats-load/crash.ts';
import { crashLaunches } from './mail-load/crash-launches.ts';
import type { BenchRow } from './row.ts';
import { crashSequences } from './telegram-load/crash-sequences.ts';
import { crashTelegram } from './telegram-load/crash.ts';

/**
 * Kills worker and PostgreSQL while messages go out: by e-mail, or with `--channel telegram` [`--sequences`]; with `--channel ats` while
 * people are sent to an applicant-tracking system.
 */
export async function run(args: Record<string, string | undefined>): Promise<BenchRow[]> {
  const { kills, recipients, channel, messages, plain, sequences, people } = args;
  if (channel === 'ats') return crashSends({ kills: Number(kills ?? 30), people: Number(people ?? 300) });
  if (channel !== 'telegram') {
    return crashLaunches({ kills: Number(kills ?? 20), recipients: Number(recipients ?? 500), plain: Boolean(plain) });
  }
  if (sequences) return crashSequences({ kills: Number(kills ?? 8), recipients: Number(recipients ?? 150) });
  return crashTelegram({ kills: Number(kills ?? 100), messages: Number(messages ?? 2000) });
}
