import { telegramFileBytes, usualFloodWait } from '@headwater/domain/outreach/telegram';
import { hourMs, minuteMs, secondMs } from '@headwater/domain/time/durations';
import { cleanName, messageMediaType } from '#modules/files/public.ts';
import { FieldErrors } from '#platform/errors.ts';
import { announceDialogs } from '../dialogs/dialogs.ts';
import { hasRoom, saveDialogFile } from '../dialogs/save-dialog-file.ts';
import type { MessengerFailure } from '../messenger-port.ts';
import type { FileState } from '#modules/messaging/messages/public/messenger.ts';
import { transitions } from '#modules/messaging/messages/public.ts';
import { type MessageRow, nextFile } from '../store/messages.ts';
import { frozenCheckEvery } from './check-frozen.ts';
import { recordAccountFailure } from '../send/record-failure.ts';
import type { AccountContext } from '../worker-services.ts';

/** Delays after temporary failures. The last one repeats. */
const waits = [10 * secondMs, minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 8 * hourMs, 24 * hourMs];
const waitAfter = (attempts: number): number => waits[Math.min(attempts, waits.length - 1)] ?? 0;

/**
 * Result of an attempt. `later`: may still succeed; `account`: the account is signed out or frozen.
 */
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
  // TG-058: the content does not match the file name.
  if (!mediaType) return { kind: 'final', state: 'illegal_file_type' };
  try {
    await context.antivirus.requireClean(bytes);
  } catch (error) {
    // An unavailable scanner says nothing about the file.
    return isInfected(error) ? { kind: 'final', state: 'failed' } : { kind: 'later', state: 'loading' };
  }
  const { companyId } = context;
  const row = await saveDialogFile(context, bytes, { companyId, createdBy: null, filename, mediaType, dialogId: message.dialog_id });
  return row ? { kind: 'stored', fileId: row.id } : { kind: 'later', state: 'no_space' };
}

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
  quietUntil: number;
}

async function loadNext(context: AccountContext, state: Loading): Promise<boolean> {
  const { database, companyId, clock, log, accountId } = context;
  if (clock.now().getTime() < state.quietUntil) return false;
  const message = await database.readInCompany(companyId, (tx) => nextFile(tx, accountId, clock.now()));
  if (!message) return false;
  const loaded = await context.fileLines
    .run(companyId, () => load(context, message))
    .catch((error: unknown): Loaded => {
      // A failed file must not block the others.
      log.warn({ err: error, accountId, messageId: message.id }, 'file from Telegram not stored');
      return { kind: 'later', state: 'loading' };
    });
  // We closed the connection; that says nothing about the file.
  if (state.isClosed && loaded.kind === 'later') return false;
  if (loaded.kind === 'later' && loaded.quietMs !== undefined) state.quietUntil = clock.now().getTime() + loaded.quietMs;
  if (loaded.kind === 'account') {
    await recordAccountFailure(context, loaded.failure);
    // The file keeps its attempts.
    if (loaded.failure.code === 'account_frozen') state.quietUntil = clock.now().getTime() + frozenCheckEvery;
    return false;
  }
  await database.inCompany(companyId, async (tx) => {
    await transitions.changeFile(tx, message.id, changeOf(message, loaded, clock.now()));
    await announceDialogs(tx, companyId, [message.dialog_id]);
  });
  return true;
}

export interface FileLoader {
  idle(): Promise<void>;
  look(): void;
  /**
   * Call after closing the connection: it aborts the current download, which the next holder
   * repeats.
   */
  close(): Promise<void>;
}

/**
 * Downloads received files sequentially, beside messages, so that they stay available if the
 * account is lost.
 */
export function createFileLoader(context: AccountContext): FileLoader {
  const state: Loading = { isClosed: false, quietUntil: -Infinity };
  let running: Promise<void> | undefined;
  const run = async () => {
    while (!state.isClosed && (await loadNext(context, state)));
  };
  const warn = (error: unknown) => context.log.warn({ err: error, accountId: context.accountId }, 'loading files from Telegram failed');
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
