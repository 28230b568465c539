import { auditKinds, auditTargets } from '@headwater/domain/audit';
import { idParam, oneOf, pageParam, screenParams, textParam } from '#lib/screen-params.ts';

export const auditParams = screenParams({
  person: textParam,
  kind: oneOf(auditKinds),
  target: oneOf(auditTargets),
  id: idParam,
  from: textParam,
  to: textParam,
  page: pageParam,
});
