import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, dnsRecords, useInstallation } from '../../../../test/installation.ts';
import { useMail } from '../../../../test/mail-fixtures.ts';

const here = useInstallation();
const mail = useMail(here);
const path = '/api/v6/messaging/deliverability/';

let recruiter: Caller;
beforeAll(async () => {
  recruiter = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
});

const found = async () => {
  const { body } = await recruiter.get(path);
  return body.checks.map(({ name, state, code }: Record<string, string>) => [name, state, code].join(' ')) as string[];
};

describe('deliverability', () => {
  it('[SEND-008] reports no domain before a mailbox is connected', async () => {
    const { status, body } = await recruiter.get(path);
    expect([status, body.domain, body.checks, body.public_address]).toEqual([200, null, [], 'not_https']);
  });

  it('[SEND-008] checks the sender in DNS and proposes the missing records', async () => {
    await mail.connect(recruiter, 'recruiter0@company.test');
    expect(await found()).toEqual([
      'spf bad spf_missing',
      'dkim warn dkim_not_found',
      'dmarc bad dmarc_missing',
      'alignment bad not_aligned',
    ]);
    const { body } = await recruiter.get(path);
    expect(body.domain).toBe('company.test');
    expect(body.checks[0].fix).toEqual({ host: 'company.test', type: 'TXT', value: 'v=spf1 mx ~all' });
    expect(body.checks[2].fix).toMatchObject({ host: '_dmarc.company.test', value: 'v=DMARC1; p=none; rua=mailto:dmarc@company.test' });

    dnsRecords.set('company.test', ['v=spf1 mx ~all']).set('mail._domainkey.company.test', ['v=DKIM1; p=MIGf']);
    dnsRecords.set('_dmarc.company.test', ['v=DMARC1; p=reject']);
    expect(await found()).toEqual(['spf ok spf_ok', 'dkim ok dkim_ok', 'dmarc ok dmarc_ok', 'alignment ok aligned']);
    dnsRecords.set('company.test', null);
    expect((await found())[0]).toBe('spf unknown not_asked');
  });

  it('[SEND-004] [SEND-008] [DEC-04] counts the month: sent, opened by people and machines, replied, bounced', async () => {
    const letters = [];
    for (let count = 0; count < 3; count += 1) {
      const written = await mail.write(recruiter);
      await mail.becomes(recruiter, written.id, 'sent');
      const { html } = await mail.newest(written.to);
      letters.push({ ...written, picture: /src="http:\/\/[^/]+([^"]*\/track\/[^"]*)"/.exec(html)?.[1] ?? '' });
    }
    const [byPerson, byMachine, bounced] = letters;
    await mail.answer(bounced?.to ?? '', 'bounce_hard');
    await mail.becomes(recruiter, bounced?.id ?? 0, 'error');
    here.clock.advance(3_600_000);
    const open = (url: string, agent: string) => here.app.inject({ url, headers: { 'user-agent': agent } });
    await open(byPerson?.picture ?? '', 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0');
    await open(byPerson?.picture ?? '', 'curl/8');
    await open(byMachine?.picture ?? '', 'curl/8');
    expect((await recruiter.get(path)).body.month).toMatchObject({ sent: 3, opened: 1, opened_by_machine: 1, bounced: 1, bounces: 'ok' });
    // SEND-004: a reply implies an open.
    await mail.answer(byMachine?.to ?? '', 'reply');
    await mail.becomes(recruiter, byMachine?.id ?? 0, 'replied');
    expect((await recruiter.get(path)).body.month).toMatchObject({ sent: 3, opened: 2, replied: 1 });
    const other = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
    expect((await other.get(path)).body.month).toMatchObject({ sent: 0, opened: 0, opened_by_machine: 0, bounced: 0 });
  }, 90_000);
});
