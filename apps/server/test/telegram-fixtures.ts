import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { startTelegram, type Telegram } from '@headwater/sandbox/telegram/server';
import { send } from '@headwater/sandbox/telegram/world/actions';
import type { Caller } from './installation.ts';
import { until } from './settled.ts';

const accounts = '/api/internal/telegram/accounts/';
/** Shared by all servers of this process, because generating a key takes a second. */
let serverKey: Buffer | undefined;

/** A Telegram server, and the settings of an installation that uses it. */
export async function startTelegramServer() {
  const directory = mkdtempSync(join(tmpdir(), 'headwater-telegram-'));
  const keyFile = join(directory, 'telegram-key.pem');
  if (serverKey) writeFileSync(keyFile, serverKey);
  let ahead = 0;
  const telegram: Telegram = await startTelegram({ port: 0, directory, now: () => new Date(Date.now() + ahead) });
  serverKey ??= readFileSync(keyFile);
  const { host, port, publicKey, application, world } = telegram;
  let phones = 79_001_000_000;

  const codeFor = (phone: string) => world.signIns.list(phone.replaceAll(/\D/g, ''))[0]?.code ?? '';
  const personOf = (username: string) => {
    const person = world.people.byUsername(username);
    if (!person) throw new Error(`nobody is called ${username}`);
    return person;
  };
  const ownerOf = (phone: string) => {
    const owner = world.people.byPhone(phone.replaceAll(/\D/g, ''));
    if (!owner) throw new Error(`nobody has ${phone}`);
    return owner;
  };
  return {
    telegram,
    world,
    settings: {
      HEADWATER_TELEGRAM_DC: `${host}:${port}`,
      HEADWATER_TELEGRAM_PUBLIC_KEY: publicKey,
      HEADWATER_TELEGRAM_API_ID: String(application.id),
      HEADWATER_TELEGRAM_API_HASH: application.hash,
      HEADWATER_TELEGRAM_GAP: '0',
    },
    codeFor,
    personOf,
    ownerOf,
    /** Telegram dates by seconds. Gives later messages a later date. */
    nextSecond: () => void (ahead += 1000),
    nextPhone: () => `+${(phones += 1)}`,
    /** The candidate writes to the owner of the phone. */
    writes: (username: string, phone: string, text: string) => send(world, { from: personOf(username), to: ownerOf(phone), text }),
    /** Messages from the phone to the candidate, oldest first. */
    received: (username: string, phone: string) => {
      const [person, owner] = [personOf(username), ownerOf(phone)];
      const box = world.boxes.of(person.id);
      return (box.dialogs.get(owner.id)?.ids ?? []).flatMap((id) => {
        const message = box.messages.get(id);
        return message && !message.isOut ? [message.text] : [];
      });
    },
    /** Adds a SIM card through the API, and waits until a worker is connected for it. */
    async addAccount(caller: Caller, phone: string, { online = true } = {}) {
      const asked = await caller.post(`${accounts}send_code_request/`, { phone_number: phone });
      expect(asked).toMatchObject({ status: 200 });
      const added = await caller.post(accounts, { phone_number: phone, code: codeFor(phone) });
      expect(added).toMatchObject({ status: 200 });
      if (online) await until(async () => expect(await accountOf(caller, added.body.id)).toMatchObject({ is_online: true }));
      return added.body as { id: number };
    },
    async stop() {
      await telegram.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

export const accountOf = async (caller: Caller, id: number) =>
  ((await caller.get(accounts)).body.results as { id: number }[]).find((each) => each.id === id);
