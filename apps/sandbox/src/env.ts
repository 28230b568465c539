import type { SandboxOptions } from './sandbox.ts';

/**
 * Settings from the parent process:
 * HEADWATER_SANDBOX_DIR (required), HEADWATER_SANDBOX_SMTP_PORT, _IMAP_PORT, _HTTP_PORT (0: any free port),
 * HEADWATER_SANDBOX_USERS (JSON: `[{"address", "password"}]`), HEADWATER_SANDBOX_FILES_SENT (`0`: the client stores sent mail),
 * HEADWATER_SANDBOX_MODEL_DELAY (milliseconds per answer of the language model),
 * HEADWATER_SANDBOX_CLAMD_PORT (unset: no clamd), HEADWATER_SANDBOX_TELEGRAM_PORT (unset: no Telegram server, 0: any free port).
 * @throws Error that names an invalid setting
 */
export function readSettings(env: NodeJS.ProcessEnv = process.env): SandboxOptions {
  const directory = env['HEADWATER_SANDBOX_DIR'];
  if (!directory) throw new Error('HEADWATER_SANDBOX_DIR is not set');
  return {
    directory,
    smtpPort: portOf(env, 'HEADWATER_SANDBOX_SMTP_PORT'),
    imapPort: portOf(env, 'HEADWATER_SANDBOX_IMAP_PORT'),
    httpPort: portOf(env, 'HEADWATER_SANDBOX_HTTP_PORT'),
    users: usersOf(env['HEADWATER_SANDBOX_USERS'] ?? '[]'),
    modelDelay: delayOf(env),
    clamdPort: env['HEADWATER_SANDBOX_CLAMD_PORT'] ? portOf(env, 'HEADWATER_SANDBOX_CLAMD_PORT') : undefined,
    telegramPort: env['HEADWATER_SANDBOX_TELEGRAM_PORT'] ? portOf(env, 'HEADWATER_SANDBOX_TELEGRAM_PORT') : undefined,
    filesSentMail: env['HEADWATER_SANDBOX_FILES_SENT'] !== '0',
  };
}

function portOf(env: NodeJS.ProcessEnv, name: string): number {
  const port = Number(env[name] ?? '0');
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`${name} is not a port: ${env[name]}`);
  return port;
}

const longestDelay = 60_000;

function delayOf(env: NodeJS.ProcessEnv): number {
  const name = 'HEADWATER_SANDBOX_MODEL_DELAY';
  const delay = Number(env[name] ?? '0');
  if (!Number.isInteger(delay) || delay < 0 || delay > longestDelay) throw new Error(`${name} is not a time in milliseconds: ${env[name]}`);
  return delay;
}

function usersOf(json: string): SandboxOptions['users'] {
  const problem = 'HEADWATER_SANDBOX_USERS is not a JSON list of {"address", "password"}';
  let users: unknown;
  try {
    users = JSON.parse(json);
  } catch (error) {
    throw new Error(problem, { cause: error });
  }
  if (!Array.isArray(users)) throw new Error(problem);
  return users.map((user: { address?: unknown; password?: unknown } | null) => {
    if (typeof user?.address !== 'string' || typeof user.password !== 'string') throw new Error(problem);
    return { address: user.address, password: user.password };
  });
}
