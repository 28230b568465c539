import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { profileData } from '@headwater/contract/profile-data';
import { upsertProfiles } from '../src/modules/profiles/store/write.ts';
import { type Caller, useInstallation } from './installation.ts';
import { useMail } from './mail-fixtures.ts';
import { good, newRecruiter, type Recruiter } from './mailing-fixtures.ts';
import { accountsPath, dialogsPath } from './telegram-dialogs.ts';
import { startTelegramServer } from './telegram-fixtures.ts';
import { until } from './settled.ts';

/** Seconds. */
export const day = 86_400;
export const stepFeatures = { has_messaging: true, has_sequences: true, has_telegram: true };
/** Timeout for effects of a worker. */
export const stepPatience = { timeout: 45_000 };

export interface StepPerson {
  profile: number;
  email: string;
  username: string;
  first: string;
}

interface Known {
  /** Username suffix, which may select special behaviour of the sandbox. */
  ends?: string;
  /** E-mail address with a mailbox. */
  address?: string;
  email?: boolean;
  telegram?: boolean;
}

export const telegramStep = (body: string, more: object = {}) => ({ channel: 'telegram', body, ...more });
export const emailStep = (subject: string, more: object = {}) => ({ subject, body: `<p>${subject}</p>`, ...more });
export const sequencePath = (id: number, more = '') => `/api/v6/sequences/${id}/${more}`;

/**
 * A company with a recruiter, a connected mailbox, an administrator, a SIM card, and sequences with
 * Telegram steps. Call it at the top of a file; `word` makes names unique. The SIM card sends
 * without pauses unless `hasUsualGaps`.
 */
export async function openTelegramSteps(word: string, { hasUsualGaps = false } = {}) {
  const server = await startTelegramServer();
  const { HEADWATER_TELEGRAM_GAP: gap, ...settings } = server.settings;
  const here = useInstallation(hasUsualGaps ? settings : { ...settings, HEADWATER_TELEGRAM_GAP: gap });
  // Before the worker, so that it runs after the worker has stopped.
  afterAll(() => server.stop());
  const mail = useMail(here);
  let people = 0;
  const team = { company: 0, admin: {} as Caller, rita: {} as Recruiter, phone: '', account: 0 };
  beforeAll(async () => {
    team.company = await here.addCompany({ features: stepFeatures });
    team.admin = await here.signIn(await here.addUser(team.company, 'admin'));
    team.rita = await newRecruiter(here, mail, { company: team.company });
    team.phone = server.nextPhone();
    team.account = (await server.addAccount(team.admin, team.phone)).id;
    await limit(100);
  }, 60_000);
  // Telegram dates incoming messages by its own clock.
  beforeEach(() => here.clock.set(new Date()));

  const limit = (limit_total: number, account = team.account) =>
    team.admin.put(`${accountsPath}${account}/`, { limit_total, warms_up: false });
  const recipientOf = async (id: number, { profile }: StepPerson) => {
    const { recipients } = await good(team.rita.caller.get(sequencePath(id, `recipients/?profile_id=${profile}`)));
    return good(team.rita.caller.get(`/api/v6/mailing_recipients/${recipients[0].id}/`));
  };
  return {
    server,
    here,
    mail,
    team,
    limit,
    recipientOf,
    /** A person with an e-mail address, a username, or both. */
    async addPerson({ ends = 'x', address, email: hasEmail = true, telegram: hasTelegram = true }: Known = {}): Promise<StepPerson> {
      people += 1;
      const [email, username, first] = [address ?? `${word}${people}@readers.test`, `${word}_${people}_${ends}`, `Anna ${people}`];
      const contacts = [
        ...(hasEmail ? [{ type: 'email' as const, value: email }] : []),
        ...(hasTelegram ? [{ type: 'telegram' as const, value: `@${username}` }] : []),
      ];
      const data = profileData.parse({ first_name: first, last_name: 'Steps', contacts });
      const { ids } = await here.application.database.asSystem((tx) =>
        upsertProfiles(tx, [data], { companyId: team.company, createdBy: null }),
      );
      await here.sql('update profile_contacts set company_id = $1 where profile_id = any($2)', [team.company, ids]);
      return { profile: ids[0] ?? 0, email, username, first };
    },
    async newSequence(templates: readonly object[], those: readonly StepPerson[], more: object = {}): Promise<number> {
      const { id } = await good(team.rita.caller.post('/api/v6/sequences/', { name: `Steps ${people}`, templates, ...more }));
      await good(team.rita.caller.post(sequencePath(id, 'add_profile/'), { profile_ids: those.map(({ profile }) => profile) }));
      return id;
    },
    /** A second SIM card; `limitTotal`: allowed new dialogs. */
    async addAccount(limitTotal = 100) {
      const phone = server.nextPhone();
      const { id } = await server.addAccount(team.admin, phone);
      await limit(limitTotal, id);
      return { id, phone };
    },
    /** Sends a message to the person outside sequences, which begins the dialog. */
    async writeByHand(person: StepPerson, message = 'By hand', more: object = {}) {
      const input = { profile_id: person.profile, username: person.username, ...more };
      const { id } = await good(team.rita.caller.post(`${dialogsPath}get_or_create/`, input));
      await good(team.rita.caller.post(`${dialogsPath}${id}/send_message/`, { message }));
      await until(() => expect(server.received(person.username, team.phone)).toContain(message));
      return id as number;
    },
    launchInfo: (id: number) => good(team.rita.caller.get(`/api/v6/mailing_lists/${id}/launch_info/`)),
    launch: (id: number) => team.rita.caller.post(`/api/v6/mailing_lists/${id}/launch/`, {}),
    whyOf: async (id: number, person: StepPerson) =>
      good(team.rita.caller.get(`/api/v6/mailing_recipients/${(await recipientOf(id, person)).id}/why/`)),
    gets: ({ username }: StepPerson, texts: readonly string[], phone = team.phone) =>
      until(() => expect(server.received(username, phone)).toEqual(texts)),
    isSaid: (id: number, person: StepPerson, expected: object) =>
      until(async () => expect(await recipientOf(id, person)).toMatchObject(expected)),
    getsMail: ({ email: address }: StepPerson, count: number) => until(async () => expect(await mail.count(address)).toBe(count)),
    advance: (days: number) => here.clock.advance(days * day * 1000 + 1000),
    dialogsWith: async ({ profile }: StepPerson) => (await team.admin.get(`${dialogsPath}?profile_id=${profile}`)).body.results,
  };
}
