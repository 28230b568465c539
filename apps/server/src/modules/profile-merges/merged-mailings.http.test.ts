import { beforeAll, describe, expect, it } from 'vitest';
import { useInstallation } from '../../../test/installation.ts';
import { useMail } from '../../../test/mail-fixtures.ts';
import { addReaders, good, newList, newRecruiter, type Reader, type Recruiter } from '../../../test/mailing-fixtures.ts';
import { messagesIn, recipientsIn } from '../../../test/message-fixtures.ts';
import { settled, until } from '../../../test/settled.ts';

const here = useInstallation();
const mail = useMail(here);
const day = 86_400;
const steps = [
  { subject: 'One', body: '<p>First</p>' },
  { subject: 'Two', body: '<p>Second</p>', send_delay: 2 * day },
];

let company: number;
let rita: Recruiter;
beforeAll(async () => {
  company = await here.addCompany();
  rita = await newRecruiter(here, mail, { company });
});

const glue = (ids: number[]) => good(rita.caller.post('/api/glun/v4/', { action: 'glue', profile_ids: ids }));
const detach = (id: number) => good(rita.caller.post(`/api/profiles/${id}/detach/`, {}));
const launch = (id: number) => good(rita.caller.post(`/api/v6/mailing_lists/${id}/launch/`, {}));
const count = async (readers: readonly Reader[]) => {
  const counts = await Promise.all(readers.map(({ email }) => mail.count(email)));
  return counts.reduce((sum, one) => sum + one, 0);
};
const pass = (days: number) => here.clock.set(new Date(here.clock.now().getTime() + days * day * 1000));

async function runningSequence(count_: number) {
  const readers = await addReaders(here, company, count_);
  const { id } = await good(rita.caller.post('/api/v6/sequences/', { name: `Sequence ${readers[0]?.profile}`, templates: steps }));
  await good(rita.caller.post(`/api/v6/sequences/${id}/add_profile/`, { profile_ids: readers.map(({ profile }) => profile) }));
  await launch(id);
  await until(async () => expect(await count(readers)).toBe(count_));
  await until(async () => expect(await messagesIn(here).find({ state: 'sent' })).not.toHaveLength(0));
  return { id, readers };
}

describe('a person with two recipients in a mailing', () => {
  it('[PEDT-019] [SEQ-015] gets each remaining step once, until a reply to either recipient', { timeout: 60_000 }, async () => {
    const { id, readers } = await runningSequence(2);
    const [stays, goes] = readers as [Reader, Reader];
    await settled();
    await glue([stays.profile, goes.profile]);
    const rows = await recipientsIn(here).find({ mailing_id: id });
    expect(rows.map((row) => row.profile_id)).toEqual([stays.profile, stays.profile]);
    expect(rows.filter((row) => row.removed_at === null)).toHaveLength(1);
    const { recipients } = await good(rita.caller.get(`/api/v6/sequences/${id}/recipients/?per_page=10`));
    expect(recipients).toHaveLength(1);
    // Both copies of the first message are listed.
    const { threads } = await good(rita.caller.get(`/api/v6/messaging/threads/?profile_id=${stays.profile}`));
    expect(threads.length).toBeGreaterThan(0);
    pass(2.1);
    await until(async () => expect(await count(readers)).toBe(3));
    await settled();
    expect(await count(readers)).toBe(3);
  });

  it('[PEDT-019] gets no further messages after a reply to the absorbed recipient', { timeout: 60_000 }, async () => {
    const { id, readers } = await runningSequence(2);
    const [stays, goes] = readers as [Reader, Reader];
    await settled();
    await glue([stays.profile, goes.profile]);
    const gone = (await recipientsIn(here).find({ mailing_id: id })).find((row) => row.removed_at !== null);
    await mail.answer(gone?.email ?? '', 'reply');
    await until(async () => {
      const staying = (await recipientsIn(here).find({ mailing_id: id })).find((row) => row.removed_at === null);
      expect(staying?.ended).toBe('replied');
    });
    pass(2.1);
    await settled();
    expect(await count(readers)).toBe(2);
  });

  it('[PEDT-018] becomes two recipients again when detached', { timeout: 60_000 }, async () => {
    const { id, readers } = await runningSequence(2);
    const [stays, goes] = readers as [Reader, Reader];
    await settled();
    const before = await recipientsIn(here).find({ mailing_id: id });
    await glue([stays.profile, goes.profile]);
    await detach(goes.profile);
    const after = await recipientsIn(here).find({ mailing_id: id });
    expect(after.map((row) => [row.id, row.profile_id, row.removed_at, row.ended, row.active])).toEqual(
      before.map((row) => [row.id, row.profile_id, row.removed_at, row.ended, row.active]),
    );
    pass(2.1);
    await until(async () => expect(await count(readers)).toBe(4));
  });

  it(
    '[PEDT-019] gets one copy of a mailing launched later, and of one that contained only the absorbed profile',
    { timeout: 60_000 },
    async () => {
      const readers = (await addReaders(here, company, 2)) as [Reader, Reader];
      const [stays, goes] = readers;
      const both = await newList(rita, { readers, templates: [{ subject: 'Job', body: '<p>Text</p>' }] });
      const alone = await newList(rita, { readers: [goes], templates: [{ subject: 'Other', body: '<p>Text</p>' }] });
      await glue([stays.profile, goes.profile]);
      expect(await launch(both.id)).toMatchObject({ launched: 1 });
      expect(await launch(alone.id)).toMatchObject({ launched: 1 });
      await until(async () => expect(await count(readers)).toBe(2));
      await settled();
      expect(await count(readers)).toBe(2);
      expect(await mail.count(goes.email)).toBeGreaterThan(0);
      const [row] = await recipientsIn(here).find({ mailing_id: alone.id });
      expect(row?.profile_id).toBe(stays.profile);
    },
  );
});
