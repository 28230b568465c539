import { beforeAll, describe, expect, it } from 'vitest';
import { useInstallation } from '../../../../test/installation.ts';
import { messagesIn, recipientsIn } from '../../../../test/message-fixtures.ts';
import { useMail } from '../../../../test/mail-fixtures.ts';
import { addReaders, good, newList, newRecruiter, type Reader, type Recruiter } from '../../../../test/mailing-fixtures.ts';
import { until } from '../../../../test/settled.ts';

const here = useInstallation();
const mail = useMail(here);
const day = 86_400;
const role = (value: string) => ({ custom_variables: [{ name: 'ROLE', value, data: [] }] });
const first = { subject: '{{ROLE}} in Berlin, {{FIRST_NAME}}', body: '<p>Hello</p>', ...role('Go') };
const reply = { subject: '', body: '<p>Are you still in {{ROLE}}?</p>', send_delay: 3 * day, ...role('') };

let rita: Recruiter;
let company: number;
beforeAll(async () => {
  company = await here.addCompany();
  rita = await newRecruiter(here, mail, { company });
});

const arrived = (reader: Reader, count: number) => until(async () => expect(await mail.count(reader.email)).toBe(count));
const launch = (id: number) => rita.caller.post(`/api/v6/mailing_lists/${id}/launch/`, { send_delay_info: { type: 'now' } });

describe('a follow-up without a subject', () => {
  it('[MAIL-006] [SEND-009] stays in the thread of the e-mail before it', { timeout: 60_000 }, async () => {
    const [anna] = (await addReaders(here, company, 1)) as [Reader];
    const { id } = await newList(rita, { readers: [anna], templates: [first, reply] });
    const [recipient] = await recipientsIn(here).find({ mailing_id: id });
    const { messages } = await good(rita.caller.get(`/api/v6/mailing_recipients/${recipient?.id}/preview/`));
    expect(messages.map(({ subject }: { subject: string }) => subject.replace(/Anna \d+/, 'Anna'))).toEqual([
      'Go in Berlin, Anna',
      'Re: Go in Berlin, Anna',
    ]);
    await good(launch(id));
    await arrived(anna, 1);
    await until(async () => expect(await messagesIn(here).find({ recipient_id: [recipient?.id ?? 0], state: 'sent' })).toHaveLength(1));
    here.clock.advance(3 * day * 1000 + 1000);
    await arrived(anna, 2);
    const [subject = ''] = await mail.subjects(anna.email);
    const { mail: followUp } = await mail.newest(anna.email);
    expect(followUp.subject).toBe(`Re: ${subject}`);
    expect(followUp.text).toContain('Are you still in Go?');
    const sent = (await messagesIn(here).find({ recipient_id: [recipient?.id ?? 0] })).toSorted((one, other) => one.id - other.id);
    expect(followUp).toMatchObject({ inReplyTo: [sent[0]?.message_id], references: [sent[0]?.message_id] });
  });

  it('[MAIL-057] is refused where no e-mail before it has a subject', async () => {
    const readers = await addReaders(here, company, 1);
    const { id } = await newList(rita, { readers, templates: [{ ...first, subject: '' }, reply] });
    expect((await launch(id)).body).toEqual({ 'templates.0.subject': ['Write a subject and a text'] });
  });
});
