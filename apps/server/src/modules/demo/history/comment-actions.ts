import type { CourseOfPerson } from '../store.ts';
import { type Calendar, addMinutes } from './calendar.ts';
import { type HistoryAction, actionOf } from './history-action.ts';
import type { CommentStory } from './story.ts';

/** Minutes between a change of status and its comment. */
const after = 47;

export const commentActions = (comments: readonly CommentStory[], people: readonly CourseOfPerson[], calendar: Calendar): HistoryAction[] =>
  comments.flatMap(({ author, vacancies, status, texts }, story) =>
    people
      .filter(({ vacancy, steps }) => vacancies.includes(vacancy) && steps.some((step) => step.status === status))
      .flatMap((person, index): HistoryAction[] => {
        const at = addMinutes(person.steps.find((step) => step.status === status)?.at ?? calendar.now, after + story * 11);
        const text = texts[index % texts.length] ?? '';
        if (at >= calendar.now || index % 3 === 2) return [];
        const { profile_id: id, candidate_id } = person;
        return [
          actionOf(author, { key: `comment ${author} ${candidate_id} ${status}`, at }, async (calls, actor) => {
            const known = await calls.comments.list({ id, candidate_id });
            if (known.comments.some((one) => one.text === text && one.created_by.id === actor.userId)) return;
            await calls.comments.add({ id, candidate_id, text });
          }),
        ];
      }),
  );
