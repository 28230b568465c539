import type { BlockingKey } from '@headwater/domain/profiles/duplicates/blocking-keys';
import type { Tx } from '#platform/database/database.ts';
import { findGroups, type Group } from './store/groups.ts';
import type { PersonView } from './views-of-person.ts';

/** A view that is to be compared with others. */
export interface Sought {
  viewId: number;
  view: PersonView;
  /** Views that share a group with it. */
  partners: Set<number>;
  /** How many people have its name, as far as they were counted. */
  namesakes: number;
}

/** As far as people of one name are counted. */
const countedNamesakes = 200;
const questionsAtOnce = 20_000;

interface KeyQuestion {
  sought: Sought;
  key: BlockingKey;
}

/** A group of more people than its kind may have tells nobody apart: nobody is compared for it. */
function addPartners(question: KeyQuestion, groups: readonly Group[]): void {
  const { sought, key } = question;
  const common = groups.find((group) => group.company_id === 0)?.views ?? [];
  for (const group of groups) {
    const isCommon = group.company_id === 0;
    const size = isCommon ? common.length : common.length + group.views.length;
    const own = isCommon ? 0 : group.views.length;
    if (key.isName && (isCommon || group.company_id === sought.view.companyId))
      sought.namesakes = Math.max(sought.namesakes, common.length + own);
    if (size <= key.most) for (const view of group.views) sought.partners.add(view);
  }
}

/** Finds whom each view is to be compared with. */
export async function findPartners(tx: Tx, all: readonly Sought[]): Promise<void> {
  const questions = all.flatMap((sought) => sought.view.keys.map((key) => ({ sought, key })));
  for (let from = 0; from < questions.length; from += questionsAtOnce) {
    const part = questions.slice(from, from + questionsAtOnce);
    const groups = await findGroups(
      tx,
      part.map(({ sought, key }) => ({
        key: key.key,
        companyId: sought.view.companyId ?? 0,
        reach: key.isName ? countedNamesakes : key.most * 3,
      })),
    );
    const byQuestion = new Map<number, Group[]>();
    for (const group of groups) {
      const known = byQuestion.get(group.position);
      if (known) known.push(group);
      else byQuestion.set(group.position, [group]);
    }
    for (const [position, found] of byQuestion) {
      const one = part[position];
      if (one) addPartners(one, found);
    }
  }
  for (const { partners, viewId } of all) partners.delete(viewId);
}
