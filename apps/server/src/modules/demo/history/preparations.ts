import type { Actor } from '@headwater/domain/roles';
import { demoPassword } from '../accounts.ts';
import type { Calls } from '../past-port.ts';
import type { Calendar } from './calendar.ts';
import { type HistoryAction, actionOf } from './history-action.ts';
import type { Story, TemplateStory } from './story.ts';

/** Working days before today, earlier than the first vacancy. */
const connectedDaysAgo = 75;

async function connect(calls: Calls, { userId }: Actor, { email, signature }: Story): Promise<void> {
  if ((await calls.outreach.mailbox()).mailbox) return;
  const { users } = await calls.accounts.listUsers({});
  const name = users.flatMap((user) => (user.id === userId ? `${user.first_name} ${user.last_name}` : [])).join('');
  const servers = await calls.outreach.suggestServers({ address: email });
  const account = { user: email, password: demoPassword };
  const { smtp, imap } = servers;
  await calls.outreach.connectMailbox({ address: email, from_name: name, smtp: { ...smtp, ...account }, imap: { ...imap, ...account } });
  await calls.outreach.saveSettings({ signature });
}

async function writeTemplate(calls: Calls, { variables = [], ...template }: TemplateStory): Promise<void> {
  const { templates } = await calls.templates.list({ search: template.name, limit: 100 });
  if (templates.some(({ name }) => name === template.name)) return;
  await calls.templates.create({ ...template, custom_variables: variables.map((one) => ({ ...one, data: [...one.data] })) });
}

export function preparationsOf(story: Story, calendar: Calendar): HistoryAction[] {
  const { email, templates } = story;
  return [
    actionOf(email, { key: `mailbox ${email}`, at: calendar.workday(connectedDaysAgo, '09:12') }, (calls, user) =>
      connect(calls, user, story),
    ),
    ...templates.map((template, index) =>
      actionOf(
        email,
        { key: `template ${email} ${template.name}`, at: calendar.workday(connectedDaysAgo - 5 - index * 9, `1${index}:2${index}`) },
        (calls) => writeTemplate(calls, template),
      ),
    ),
  ];
}

/** The history uses up most of today's usual limit: a visitor's first mailing has to leave within minutes. */
export const raiseLimits = ({ email }: Story, calendar: Calendar): HistoryAction =>
  actionOf(email, { key: `limits ${email}`, at: calendar.minutesAgo(2) }, async (calls) => {
    const { mailboxes } = await calls.sendingLimits.get();
    for (const { id } of mailboxes) await calls.sendingLimits.saveMailbox({ id, daily_limit: 150, gap_seconds: 30, ramps: false });
  });
