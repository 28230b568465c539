import { type Admission, type FairTurns, requesterOf } from '#platform/fair-turns.ts';
import type { RequestContext } from './context.ts';
import { onAnswerEnd } from './response-end.ts';

export function admitAnswer(turns: FairTurns, context: RequestContext): Admission {
  const admission = turns.admit(requesterOf(context));
  onAnswerEnd(context.request, context.reply, () => admission.leave());
  return admission;
}
