import { telegramFileBytes, usualFloodWait } from '@headwater/domain/outreach/telegram';
import { hourMs, minuteMs, secondMs } from '@headwater/domain/time/durations';
import { cleanName, messageMediaType } from '#modules/files/public.ts';
import { FieldErrors } from '#platform/errors.ts';
import { announceDialogs } from '../actions/dialogs.ts';
import { hasRoom, keepDialogFile } from '../keep-dialog-file.ts';
import type { MessengerFailure } from '../messenger-port.ts';
import { type FileState, transitions } from '#modules/messaging/messages/public.ts';
import { type MessageRow, nextFile } from '../store/messages.ts';
import { thawEvery } from './look-for-thaw.ts';
import { noteFailure } from './note-account.ts';
import type { AccountContext } from './services.ts';

/** Waits after attempts that failed for what may pass. The last one goes on. */
const waits = [10 * secondMs, minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 8 * hourMs, 24 * hourMs];
const waitAfter = (attempts: number): number => waits[Math.min(attempts, waits.length - 1)] ?? 0;

/** What became of an attempt. `later`: it may succeed yet; `account`: the account has to be signed in before, or to be free again. */
type Loaded =
  | { kind: 'stored'; fileId: number }
  | { kind: 'final'; state: FileState }
  | { kind: 'later'; state: 'loading' | 'no_space'; waitMs?: number; quietMs?: number }
  | { kind: 'account'; failure: MessengerFailure };

const isInfected = (error: unknown): boolean => error instanceof FieldErrors && error.fields['file']?.key === 'file_infected';

async function keep(context: AccountContext, message: MessageRow, bytes: Uint8Array): Promise<Loaded> {
  const filename = cleanName(message.file_name ?? '');
  if (bytes.length > telegramFileBytes) return { kind: 'final', state: 'file_too_large' };
  const mediaType = await messageMediaType(filename, bytes);
  // TG-058: its name said something else.
  if (!mediaType) return { kind: 'final', state: 'illegal_file_type' };
  try {
    await context.antivirus.requireClean(bytes);
  } catch (error) {
    // A scanner that is away says nothing of the file.
    return isInfected(error) ? { kind: 'final', state: 'failed' } : { kind: 'later', state: 'loading' };
  }
  const { companyId } = context;
  const row = await keepDialogFile(context, bytes, { companyId, createdBy: null, filename, mediaType, dialogId: message.dialog_id });
  return row ? { kind: 'stored', fileId: row.id } : { kind: 'later', state: 'no_space' };
}

/** What says something of the account, and not of the file. */
const ofAccount: ReadonlySet<MessengerFailure['code']> = new Set(['session_ended', 'phone_banned', 'account_frozen']);

async function load(context: AccountContext, message: MessageRow): Promise<Loaded> {
  const room = { companyId: context.companyId, total: context.filesTotal, needed: message.file_size ?? 0 };
  if (!(await context.database.readInCompany(context.companyId, (tx) => hasRoom(tx, room)))) return { kind: 'later', state: 'no_space' };
  const answer = await context.line.download(message.telegram_id ?? 0, telegramFileBytes);
  if (answer.ok) return keep(context, message, answer.bytes);
  const { failure, isFinal } = answer;
  if (isFinal) return { kind: 'final', state: failure.code === 'file_too_large' ? 'file_too_large' : 'failed' };
  if (ofAccount.has(failure.code)) return { kind: 'account', failure };
  if (failure.code !== 'flood_wait') return { kind: 'later', state: 'loading' };
  const waitMs = (failure.seconds ?? usualFloodWait) * secondMs;
  return { kind: 'later', state: 'loading', waitMs, quietMs: waitMs };
}

function changeOf(message: MessageRow, loaded: Exclude<Loaded, { kind: 'account' }>, now: Date) {
  if (loaded.kind === 'stored') return { file_id: loaded.fileId, file_state: 'stored' as const, file_due_at: null };
  if (loaded.kind === 'final') return { file_state: loaded.state, file_due_at: null };
  const { state, waitMs = waitAfter(message.file_attempts) } = loaded;
  return { file_state: state, file_attempts: message.file_attempts + 1, file_due_at: new Date(now.getTime() + waitMs) };
}

interface Loading {
  isClosed: boolean;
  /** Telegram wants no file to be asked for before. */
  quietUntil: number;
}

/** Asks for the file that is due next. False where none is, or none can be had now. */
async function loadNext(context: AccountContext, state: Loading): Promise<boolean> {
  const { database, companyId, clock, log, accountId } = context;
  if (clock.now().getTime() < state.quietUntil) return false;
  const message = await database.readInCompany(companyId, (tx) => nextFile(tx, accountId, clock.now()));
  if (!message) return false;
  const loaded = await context.fileLines
    .run(companyId, () => load(context, message))
    .catch((error: unknown): Loaded => {
      // One that cannot be kept holds up no other.
      log.warn({ err: error, accountId, messageId: message.id }, 'a file from Telegram could not be kept');
      return { kind: 'later', state: 'loading' };
    });
  // Ended by us, which says nothing of the file.
  if (state.isClosed && loaded.kind === 'later') return false;
  if (loaded.kind === 'later' && loaded.quietMs !== undefined) state.quietUntil = clock.now().getTime() + loaded.quietMs;
  if (loaded.kind === 'account') {
    await noteFailure(context, loaded.failure);
    // Each file is tried again as if nothing had been.
    if (loaded.failure.code === 'account_frozen') state.quietUntil = clock.now().getTime() + thawEvery;
    return false;
  }
  await database.inCompany(companyId, async (tx) => {
    await transitions.changeFile(tx, message.id, changeOf(message, loaded, clock.now()));
    await announceDialogs(tx, companyId, [message.dialog_id]);
  });
  return true;
}

export interface FileLoader {
  /** Resolves when no file is being loaded. */
  idle(): Promise<void>;
  /** Something may be due. */
  look(): void;
  /** After the line was closed: what is on its way ends by that, and is asked for again by whoever holds the account then. */
  close(): Promise<void>;
}

/** Fetches the files that people sent, beside the messages, one after another, so that they stay readable whatever becomes of the account. */
export function createFileLoader(context: AccountContext): FileLoader {
  const state: Loading = { isClosed: false, quietUntil: -Infinity };
  let running: Promise<void> | undefined;
  const run = async () => {
    while (!state.isClosed && (await loadNext(context, state)));
  };
  const warn = (error: unknown) =>
    context.log.warn({ err: error, accountId: context.accountId }, 'files from Telegram could not be loaded');
  return {
    look() {
      running ??= run()
        .catch(warn)
        .finally(() => {
          running = undefined;
        });
    },
    idle: async () => running,
    async close() {
      state.isClosed = true;
      await running;
    },
  };
}
