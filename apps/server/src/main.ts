import { readEnv } from './env.ts';
import { demoPeopleCommand } from './commands/demo-process.ts';
import { StartupError } from '#platform/errors.ts';
import { openErrorReports } from '#platform/error-reports.ts';
import { createLog } from '#platform/log.ts';

const say = (sentence: string) => {
  process.stdout.write(`${sentence}\n`);
};

const usage =
  'Usage: headwater [all | api | worker | import FILE... | create-admin --company NAME --email ADDRESS | arm [--pause] | backup DIR | restore DIR | export-company ID FILE | import-company FILE]';

async function run(command: string, args: readonly string[]): Promise<void> {
  const env = readEnv();
  const reports = env.HEADWATER_ERROR_REPORT_URL ? openErrorReports(env.HEADWATER_ERROR_REPORT_URL) : undefined;
  const log = createLog(env.HEADWATER_LOG, reports);
  if (command === 'import') {
    const { importFiles } = await import('./commands/import.ts');
    process.exitCode = await importFiles({ env, log, say, args });
    return;
  }
  if (command === 'create-admin') {
    const { createAdmin } = await import('./commands/create-admin.ts');
    await createAdmin({ env, log, say, args, input: process.stdin, output: process.stdout });
    return;
  }
  if (command === 'arm') {
    const { arm } = await import('./commands/arm.ts');
    await arm({ env, log, say, args });
    return;
  }
  if (command === 'backup') {
    const { backup } = await import('./commands/backup.ts');
    process.exitCode = await backup({ env, log, say, args });
    return;
  }
  if (command === 'restore') {
    const { restore } = await import('./commands/restore.ts');
    await restore({ env, log, say, args });
    return;
  }
  if (command === 'export-company') {
    const { exportCompany } = await import('./commands/export-company.ts');
    process.exitCode = await exportCompany({ env, log, say, args });
    return;
  }
  if (command === 'import-company') {
    const { importCompanyFile } = await import('./commands/import-company.ts');
    await importCompanyFile({ env, log, say, args });
    return;
  }
  if (command === demoPeopleCommand) {
    const { makeDemoPeople } = await import('./commands/demo-people.ts');
    await makeDemoPeople({ env, log, say });
    return;
  }
  const kinds: Record<string, { api: boolean; worker: boolean }> = {
    all: { api: true, worker: true },
    api: { api: true, worker: false },
    worker: { api: false, worker: true },
  };
  const kind = kinds[command];
  if (!kind) throw new StartupError(usage);
  const { serve } = await import('./commands/serve.ts');
  await serve({ env, log, say, settle: reports?.settle, ...kind });
}

const [command = 'all', ...args] = process.argv.slice(2);
try {
  await run(command, args);
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
