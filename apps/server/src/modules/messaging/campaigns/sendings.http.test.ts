import { beforeAll, describe, expect, it } from 'vitest';
import type { SentMessage } from '@headwater/contract/outreach';
import { type Caller, useInstallation } from '../../../../test/installation.ts';
import { mailboxesIn } from '../../../../test/mailbox-fixtures.ts';
import { useMail } from '../../../../test/mail-fixtures.ts';
import { addReaders, good, newList, newRecruiter, type Reader, type Recruiter } from '../../../../test/mailing-fixtures.ts';
import { fileForm } from '../../../../test/upload-form.ts';
import { until } from '../../../../test/settled.ts';

const here = useInstallation();
const mail = useMail(here);
const features = { has_messaging: true, has_sequences: true, activity_filters: true };
const hello = { subject: 'Hello', body: '<p>Hello</p>' };

let company: number;
let rita: Recruiter;
beforeAll(async () => {
  company = await here.addCompany({ features });
  rita = await newRecruiter(here, mail, { company });
});

const launch = (id: number) => good(rita.caller.post(`/api/v6/mailing_lists/${id}/launch/`, {}));
const messagesTo = async ({ profile }: Reader): Promise<SentMessage[]> =>
  (await good(rita.caller.get(`/api/v6/mailing_recipients/?profile_id=${profile}`))).messages;

describe('a message batch', () => {
  it('[MAIL-007] [SEND-014] is single, mass or a sequence, and includes its files', async () => {
    const [anna, boris, clara] = (await addReaders(here, company, 3)) as [Reader, Reader, Reader];
    const file = await good(rita.caller.send({ method: 'POST', url: '/api/v6/mailing_attachments/', ...fileForm({}) }));
    const templates = [{ ...hello, attachment_ids: [file.id] }];
    const list = await newList(rita, { readers: [anna], templates });
    const shown = await good(rita.caller.get(`/api/v6/mailing_lists/${list.id}/`));
    expect(shown.templates[0].attachments).toEqual([
      // In whole kilobytes.
      expect.objectContaining({ id: file.id, name: 'a.txt', size: 1 }),
    ]);
    await launch(list.id);
    const sequence = await good(rita.caller.post('/api/v6/sequences/', { name: 'Engineers', templates }));
    await good(rita.caller.post(`/api/v6/sequences/${sequence.id}/add_profile/`, { profile_id: boris.profile }));
    await launch(sequence.id);
    await mail.write(rita.caller, { profile_id: clara.profile, email: clara.email, attachment_ids: [file.id] });
    for (const [reader, type] of [
      [anna, 'mass'],
      [boris, 'sequence'],
      [clara, 'single'],
    ] as const) {
      await until(async () => expect(await mail.count(reader.email)).toBe(1));
      const { attachments } = (await mail.newest(reader.email)).mail;
      expect(attachments.map(({ name, bytes }) => [name, bytes])).toEqual([['a.txt', 4]]);
      await until(async () => expect(await messagesTo(reader)).toMatchObject([{ type, status: 'sent' }]));
    }
  });

  it('[SEND-029] [SEND-031] that failed with its mailbox asks to reconnect and relaunch, which sends it', async () => {
    const readers = await addReaders(here, company, 2);
    const [anna] = readers as [Reader];
    const { id } = await newList(rita, { readers, templates: [hello] });
    // Scheduled, and not due when the mailbox disconnects.
    const soon = new Date(here.clock.now().getTime() + 600_000).toISOString();
    await good(rita.caller.post(`/api/v6/mailing_lists/${id}/launch/`, { send_delay_info: { type: 'planned', launch_at: soon } }));
    here.clock.advance(600_000);
    await mailboxesIn(here).update({ user_id: rita.user.id }, { gap_seconds: 3600, daily_limit: 1 });
    await until(async () => expect((await messagesTo(anna)).length).toBe(1));
    const waiting = (await Promise.all(readers.map(messagesTo))).flat().filter(({ status }) => status !== 'sent');
    await good(rita.caller.delete('/api/v6/messaging/mailbox/'));
    const failed = await good(rita.caller.get(`/api/v6/messages/${waiting[0]?.id}/`));
    expect(failed).toMatchObject({
      status: 'error',
      error_reason: 'integration_disabled',
      error_hint: 'Reconnect the mail integration and relaunch',
    });
    await mail.connect(rita.caller, rita.address);
    await mailboxesIn(here).update({ user_id: rita.user.id }, { gap_seconds: 0, daily_limit: null });
    await launch(id);
    for (const reader of readers) await until(async () => expect(await mail.count(reader.email)).toBe(1));
  });

  it('[FLT-019] [FLT-033] finds contacted people, by user or company, within the period', async () => {
    const [anna] = (await addReaders(here, company, 1)) as [Reader];
    const colleague = await here.signIn(await here.addUser(company, 'worker'));
    const stranger = await here.signIn(await here.addUser(await here.addCompany({ features }), 'worker'));
    await here.application.search.start();
    const found = async (who: Caller, by: string) => {
      const f = `general:viewsTransformer=contacted@${by}`;
      const { profiles } = await good(who.get(`/api/v6/profiles/?q=[]&f=${encodeURIComponent(f)}&per_page=100`));
      return profiles.some(({ id }: { id: number }) => id === anna.profile);
    };
    expect(await found(rita.caller, 'company')).toBe(false);
    const { id } = await newList(rita, { readers: [anna], templates: [hello] });
    await launch(id);
    await until(async () => expect(await messagesTo(anna)).toMatchObject([{ status: 'sent' }]));
    const all = async () => [
      await found(rita.caller, 'company'),
      await found(rita.caller, 'user'),
      await found(colleague, 'company'),
      await found(colleague, 'user'),
      await found(stranger, 'company'),
    ];
    await until(async () => expect(await all()).toEqual([true, true, true, false, false]));
    here.clock.advance(31 * 24 * 3600_000);
    expect(await found(await here.signIn(rita.user), 'company')).toBe(false);
  });
});
