import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dialogsPath, openTelegramDialogs, pdf } from '../../../../test/telegram-dialogs.ts';
import { poll } from '../../../../test/settled.ts';

const telegram = await openTelegramDialogs('unsent');
const { here, team, attach, say, becomes, last, converse } = telegram;

const uploaded = async (id: number, name: string) => {
  const answer = await attach(team.admin, id, { name, bytes: pdf(1000) });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body.id as number;
};
/** The store key of the file; undefined if the file is unknown. */
const bytesOf = async (id: number) => {
  const [row] = await here.sql<{ key: string }>('select store_key as key from files where id = $1', [id]);
  return row && join(here.filesFolder, row.key);
};
const isThere = async (id: number) => (await bytesOf(id)) !== undefined;

describe('[TG-068] a file of a dialog without a message', () => {
  it('is deleted with its bytes a day after the upload; others stay', async () => {
    const { id } = await converse(team.admin);
    const [left, sent, late] = [await uploaded(id, 'left.pdf'), await uploaded(id, 'sent.pdf'), await uploaded(id, 'late.pdf')];
    await say(team.admin, id, { message: 'My CV', attachment_ids: [sent] });
    await becomes(team.admin, id, { state: 'sent', message: 'My CV' });
    const bytes = (await bytesOf(left)) ?? '';
    expect(existsSync(bytes)).toBe(true);
    await here.sql(`update files set created_at = created_at - interval '25 hours' where id = any($1)`, [[left, sent]]);
    await here.sql(`select graphile_worker.add_job('delete_unsent_telegram_files')`);
    await poll(() => isThere(left)).toBe(false);
    expect(existsSync(bytes)).toBe(false);
    expect([await isThere(sent), await isThere(late)]).toEqual([true, true]);
    expect(await say(team.admin, id, { message: 'Too late', attachment_ids: [left] })).toMatchObject({
      status: 400,
      body: { attachment_ids: [expect.any(String)] },
    });
  });

  it('is deleted with its bytes when its unsent message is discarded', async () => {
    const { id } = await converse(team.admin);
    const file = await uploaded(id, 'offer.pdf');
    const bytes = (await bytesOf(file)) ?? '';
    await team.worker.stop();
    await say(team.admin, id, { message: 'The offer', attachment_ids: [file] });
    const message = await last(team.admin, id);
    expect(await team.admin.delete(`${dialogsPath}${id}/messages/${message?.message_id}/`)).toMatchObject({ status: 200 });
    expect([await isThere(file), existsSync(bytes)]).toEqual([false, false]);
    team.worker = await here.application.startWorker();
  });

  it('stays if another message uses it', async () => {
    const { id } = await converse(team.admin);
    const file = await uploaded(id, 'twice.pdf');
    await say(team.admin, id, { message: 'First', attachment_ids: [file] });
    await becomes(team.admin, id, { state: 'sent', message: 'First' });
    await team.worker.stop();
    await say(team.admin, id, { message: 'Second', attachment_ids: [file] });
    const message = await last(team.admin, id);
    expect(await team.admin.delete(`${dialogsPath}${id}/messages/${message?.message_id}/`)).toMatchObject({ status: 200 });
    team.worker = await here.application.startWorker();
    const first = await last(team.admin, id);
    expect(await team.admin.get(`${dialogsPath}${id}/download_attachment/?message_id=${first?.message_id}`)).toMatchObject({ status: 200 });
  });
});
