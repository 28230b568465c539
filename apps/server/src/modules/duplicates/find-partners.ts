import { type BlockingKey, commonContact } from '@headwater/domain/profiles/duplicates/blocking-keys';
import type { Tx } from '#platform/database/database.ts';
import { findGroups, type Group, insertKeys } from './store/groups.ts';
import type { PersonView } from './views-of-person.ts';

export interface Sought {
  viewId: number;
  view: PersonView;
  partners: Set<number>;
  /** Number of people with the same name, up to `countedNamesakes`. */
  namesakes: number;
  /** Hashes of contacts that too many profiles have. */
  commonContacts: Set<number>;
}

const countedNamesakes = 200;
const questionsAtOnce = 20_000;

interface KeyQuestion {
  sought: Sought;
  key: BlockingKey;
}

/** A group above the limit of its kind identifies no person, so it adds no partners. */
function addPartners({ sought, key }: KeyQuestion, { companies, views }: Group): void {
  const sizes = new Map<number, number>();
  for (const company of companies) sizes.set(company, (sizes.get(company) ?? 0) + 1);
  const common = sizes.get(0) ?? 0;
  const sizeOf = (company: number) => (company === 0 ? common : common + (sizes.get(company) ?? 0));
  if (key.isName) sought.namesakes = Math.max(sought.namesakes, sizeOf(sought.view.companyId ?? 0), common);
  if (key.contact !== undefined && sizeOf(sought.view.companyId ?? 0) >= commonContact) sought.commonContacts.add(key.contact);
  for (const [index, view] of views.entries()) if (sizeOf(companies[index] ?? 0) <= key.most) sought.partners.add(view);
}

/** Parts of about `questionsAtOnce`; one key is in one part. */
function* partsOf(questions: readonly KeyQuestion[]): Generator<readonly KeyQuestion[]> {
  for (let from = 0; from < questions.length;) {
    let to = Math.min(from + questionsAtOnce, questions.length);
    while (to < questions.length && questions[to]?.key.key === questions[to - 1]?.key.key) to += 1;
    yield questions.slice(from, to);
    from = to;
  }
}

/**
 * Key order keeps reads and writes adjacent: in random order each entry would touch another page.
 */
export async function findPartners(tx: Tx, all: readonly Sought[]): Promise<void> {
  const questions = all
    .flatMap((sought) => sought.view.keys.map((key): KeyQuestion => ({ sought, key })))
    .toSorted((one, other) => one.key.key - other.key.key);
  for (const part of partsOf(questions)) {
    const keys = part.map(({ sought, key }) => ({ key: key.key, companyId: sought.view.companyId ?? 0, viewId: sought.viewId }));
    await insertKeys(tx, keys);
    const groups = await findGroups(
      tx,
      part.map(({ key }, index) => ({
        key: key.key,
        companyId: keys[index]?.companyId ?? 0,
        reach: key.isName ? countedNamesakes : key.most * 3,
      })),
    );
    for (const group of groups) {
      const question = part[group.position];
      if (question) addPartners(question, group);
    }
  }
  for (const { partners, viewId } of all) partners.delete(viewId);
}
