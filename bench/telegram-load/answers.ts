import { send } from '@headwater/sandbox/telegram/world/actions';
import { type CrashFixture, textsOnPhone } from './crash-helpers.ts';
import { type Person, stepOf } from './mailings.ts';

export interface Arrived {
  step: number;
  way: 'email' | 'telegram';
}

interface Mail {
  number: number;
  to: string;
  html: string;
}

/** Answer with channel and previous messages. */
interface Answer {
  person: Person;
  way: 'email' | 'telegram';
  had: readonly Arrived[];
  at: Date;
}

/** Phones and mailboxes of people, and their answers. */
export function watchPeople({ sandbox, telegram, postControl }: CrashFixture, people: readonly Person[]) {
  const { world } = telegram;
  const mails = new Map<string, Mail[]>(people.map(({ address }) => [address, []]));
  /** First sight of the first step, in milliseconds. */
  const begun = new Map<Person, number>();
  const answers = new Map<Person, Answer>();
  let read = 0;

  async function readMail(): Promise<void> {
    for (;;) {
      const answered = await fetch(`http://127.0.0.1:${sandbox.ports.http}/control/arrivals?after=${read}`);
      const arrivals = (await answered.json()) as Mail[];
      if (arrivals.length === 0) return;
      for (const mail of arrivals) {
        if (mail.number <= read) continue;
        read = mail.number;
        mails.get(mail.to)?.push(mail);
      }
    }
  }

  const arrived = (person: Person): Arrived[] => {
    const steps = (texts: readonly string[], way: Arrived['way']) =>
      texts.flatMap((text) => {
        const step = stepOf(text);
        return step === undefined ? [] : { step, way };
      });
    const onPhone = person.username === null ? [] : textsOnPhone(telegram, person.username);
    const inMailbox = mails.get(person.address) ?? [];
    return [
      ...steps(onPhone, 'telegram'),
      ...steps(
        inMailbox.map(({ html }) => html),
        'email',
      ),
    ];
  };

  /** Answers on the channel of the first step. */
  async function answer(person: Person): Promise<void> {
    const [first] = arrived(person);
    if (!first) return;
    if (first.way === 'email') {
      const number = mails.get(person.address)?.[0]?.number;
      await postControl('answers', { number, kind: 'reply', text: 'Tell me more' });
      await readMail();
    } else {
      const from = world.people.byUsername(person.username ?? '');
      const dialog = [...(from ? world.boxes.of(from.id).dialogs.values() : [])][0];
      const to = dialog && world.people.find(dialog.peer);
      if (!from || !to) return;
      send(world, { from, to, text: 'Tell me more' });
    }
    answers.set(person, { person, way: first.way, had: arrived(person), at: new Date() });
  }

  return {
    readMail,
    arrived,
    answers,
    /** Answers at most `most` people who have the first step only, earliest first. */
    async answerFor(some: readonly Person[], most: number): Promise<void> {
      await readMail();
      for (const person of people) if (!begun.has(person) && arrived(person).length > 0) begun.set(person, Date.now());
      const able = some.filter((person) => !answers.has(person) && arrived(person).length === 1);
      const chosen = able.toSorted((one, other) => (begun.get(one) ?? 0) - (begun.get(other) ?? 0)).slice(0, most);
      for (const person of chosen) if (arrived(person).length === 1) await answer(person);
    },
  };
}
