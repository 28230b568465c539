import { readTexts } from '@headwater/contract/texts';
import { escapeHtml } from '@headwater/domain/escape-html';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { definePeriodic, type TaskHandler } from '#platform/queue/queue.ts';
import type { QueueSystemEmail, SystemEmail } from '#platform/system-mail.ts';
import { type DemoEnd, listAdministrators, takeDemoEnds } from '../store/admin.ts';
import en from '../texts/en.json' with { type: 'json' };
import ru from '../texts/ru.json' with { type: 'json' };

const read = readTexts({ en, ru });

function demoEndEmail(company: DemoEnd, { to, language }: { to: string; language: 'en' | 'ru' }): SystemEmail {
  const date = company.paid_till && new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(company.paid_till);
  const line = date
    ? read('demo_end.line', language, { company: company.name, date })
    : read('demo_end.line_open', language, { company: company.name });
  const lines = [line, read('demo_end.tail', language)];
  return {
    kind: 'demo_end',
    to,
    subject: read('demo_end.subject', language),
    text: `${lines.join('\n\n')}\n`,
    html: `<!doctype html><meta charset="utf-8">${lines.map((each) => `<p>${escapeHtml(each)}</p>`).join('')}`,
  };
}

/** COMP-022: notifies the administrators at the time that staff have set. */
export const demoEndHandler = ({
  database,
  clock,
  queueSystemEmail,
}: {
  database: Database;
  clock: Clock;
  queueSystemEmail: QueueSystemEmail;
}): TaskHandler =>
  definePeriodic('tell_of_demo_ends', '* * * * *', () =>
    database.asSystem(async (tx) => {
      for (const company of await takeDemoEnds(tx, clock.now()))
        for (const { email, language } of await listAdministrators(tx, company.id))
          await queueSystemEmail(tx, demoEndEmail(company, { to: email, language: language ?? 'en' }));
    }),
  );
