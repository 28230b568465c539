import type { SendState } from '@headwater/contract/ats';
import { type AtsVendorName, atsVendors } from '@headwater/domain/ats/vendors';
import type { Actor } from '@headwater/domain/roles';
import type { AtsApplication, AtsClient, AtsPerson, Place } from '#modules/connections/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { publish } from '#platform/events/store.ts';
import { ServiceError } from '#platform/fetch/service-api.ts';
import { readPerson, type SendablePerson } from '../read-person.ts';
import { type AtsServices, titleOf } from '../services.ts';
import { type Account, findLink, type LinkRow, saveLink, saveOwnApplication, saveResume, setUpdates } from '../store/links.ts';
import { forgetCreation, saveSent, saveStep, type SendRow } from '../store/sends.ts';
import type { SendStep } from '../tables.ts';

export interface SendInput extends Place {
  vendor: AtsVendorName;
  accountId: string;
  comment: string;
  hasUpdates: boolean;
}

export interface Sending {
  services: Omit<AtsServices, 'jobs'>;
  client: AtsClient;
  account: Account;
  input: SendInput;
  actor: Actor;
  send: SendRow;
}

const isIn =
  ({ jobId }: Place) =>
  (application: AtsApplication) =>
    application.isActive && application.jobId === jobId;

/** Prefers a person who is in the job. */
const choosePerson = (people: readonly AtsPerson[], place: Place) =>
  people.find((each) => each.applications.some(isIn(place))) ?? people[0];

/** A linked person may be deleted, or merged into another one. */
async function findInSystem({ client, input }: Sending, { person: { emails } }: SendablePerson, link: LinkRow | undefined) {
  const linked = link && (await client.readPeople([link.person_id])).people[0];
  return linked ?? choosePerson(await client.findPeople(emails), input);
}

function sendingSteps(sending: Sending) {
  const { services, account, actor, send } = sending;
  const { database, clock } = services;
  const inCompany = <Result>(work: (tx: Tx) => Promise<Result>) => database.inCompany(actor.company.id, work);
  return {
    inCompany,
    forget: () => inCompany((tx) => forgetCreation(tx, send)),
    begin: (step: SendStep) => inCompany((tx) => saveStep(tx, send, step)),
    save: (person: AtsPerson) =>
      inCompany((tx) =>
        saveLink(tx, {
          ...account,
          companyId: actor.company.id,
          userId: actor.userId,
          profileId: send.profile_id,
          person,
          now: clock.now(),
        }),
      ),
    saveOwn: (link: LinkRow, application: AtsApplication) => inCompany((tx) => saveOwnApplication(tx, link, application)),
  };
}

type Steps = ReturnType<typeof sendingSteps>;

interface Placed {
  link: LinkRow;
  person: AtsPerson;
  application: AtsApplication;
  state: SendState;
}

async function placePerson(sending: Sending, steps: Steps, about: SendablePerson): Promise<Placed> {
  const { client, account, input, send } = sending;
  const known = await steps.inCompany((tx) => findLink(tx, account, send.profile_id));
  // An earlier try of this send may have succeeded.
  const isRepeat = send.step !== null;
  const found = await findInSystem(sending, about, known);
  if (!found) {
    if (isRepeat && !client.abilities.search) throw new ServiceError('unknown', 'The result of an earlier try is unknown');
    await steps.begin('create');
  }
  const create = async () => {
    try {
      return await client.createCandidate({ person: about.person, place: input, note: input.comment });
    } catch (error) {
      // A refused creation adds no person, unless an earlier one did.
      if (!isRepeat && error instanceof ServiceError && error.kind !== 'unknown') await steps.forget();
      throw error;
    }
  };
  const person = found ?? (await create());
  const link = await steps.save(person);
  const present = person.applications.find(isIn(input));
  const isNew = !found || isRepeat;
  if (present) {
    // A repeated file or note says nothing about who put the person into the job.
    if (isNew && send.step !== 'attach' && send.step !== 'note') await steps.saveOwn(link, present);
    return { link, person, application: present, state: isNew ? 'sent' : 'present' };
  }
  await steps.begin('job');
  const application = await client.addToJob(person, input);
  await steps.saveOwn(link, application);
  return { link, person, application, state: isNew ? 'sent' : 'updated' };
}

/** The person stays sent if the vendor rejects a file or a note. */
async function warningOf(work: () => Promise<void>): Promise<ServiceError | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof ServiceError && (error.kind === 'rejected' || error.kind === 'rights')) return error;
    throw error;
  }
}

/** Throws AppError for the row, and ServiceError. */
export async function sendPerson(sending: Sending): Promise<void> {
  const { services, client, input, actor, send } = sending;
  const steps = sendingSteps(sending);
  const about = await steps.inCompany((tx) => readPerson(tx, actor, send.profile_id));
  if (!about) throw new AppError('candidate_unknown_profile');
  if (about.person.emails.length === 0) throw new AppError('ats_no_email', titleOf(input.vendor));
  const { link, person, application, state } = await placePerson(sending, steps, about);
  const warnings: (ServiceError | undefined)[] = [];
  const { resume } = about;
  if (resume && client.abilities.attach && link.resume_id !== resume.id) {
    const { bytes } = await services.readFile(actor, resume.id);
    await steps.begin('attach');
    const url = await services.linkFile(actor, resume.id);
    const file = { name: resume.filename, mediaType: resume.media_type, bytes, url };
    warnings.push(
      await warningOf(async () => {
        await client.attach(file, { person, application, isRepeat: send.step === 'attach' });
        await steps.inCompany((tx) => saveResume(tx, link.id, resume.id));
      }),
    );
  }
  if (input.comment !== '' && client.abilities.note) {
    await steps.begin('note');
    warnings.push(await warningOf(() => client.note(input.comment, { person, application, isRepeat: send.step === 'note' })));
  }
  await steps.inCompany(async (tx) => {
    const warning = warnings.find((each) => each !== undefined);
    await saveSent(tx, send, { state, linkId: link.id, warning: warning?.message });
    if (input.hasUpdates && atsVendors[input.vendor].hasUpdates) await setUpdates(tx, link.id, true);
    await publish(tx, { companyId: actor.company.id, topic: 'ats', ids: [send.profile_id] });
  });
}
