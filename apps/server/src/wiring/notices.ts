import { type Core, part } from './core.ts';
import { findActor, findUser } from '#modules/accounts/public.ts';
import { findCompany, mayWork } from '#modules/companies/public.ts';
import { visibleMessageIds } from '#modules/messaging/messages/public.ts';
import { deleteOldNoticesHandler, digestHandler } from '#modules/notices/digest.ts';
import type { NoticePorts } from '#modules/notices/public.ts';
import { noticeRoutes } from '#modules/notices/routes.ts';
import { findProfileCards, visibleProfileIds } from '#modules/profiles/public.ts';
import { listVacanciesOfProfiles, readableComments } from '#modules/vacancies/public.ts';
import { isHiringManagerLike } from '@headwater/domain/roles';
import { systemMailQueue } from '#platform/system-mail.ts';

const ports: NoticePorts = {
  async peopleSeenBy(tx, actor, profileIds) {
    if (profileIds.length === 0) return new Map();
    const visible = await visibleProfileIds(tx, profileIds);
    const candidates =
      isHiringManagerLike(actor) && new Set((await listVacanciesOfProfiles(tx, actor, profileIds)).map((row) => row.profile_id));
    const seen = profileIds.filter((id) => visible.has(id) && (!candidates || candidates.has(id)));
    const names = new Map((await findProfileCards(tx, seen, actor)).map((card) => [card.id, card.name ?? '']));
    return new Map(seen.map((id) => [id, names.get(id) ?? '']));
  },
  messagesSeenBy: visibleMessageIds,
  commentsSeenBy: readableComments,
};

/** What the product tells people, in itself and by e-mail. */
export const wireNotices = ({ env, database, clock, secrets }: Core, { smtpUrl }: { smtpUrl: string | undefined }) =>
  part({
    routes: { notices: noticeRoutes({ database, clock, ports, sendsSystemMail: smtpUrl !== undefined }) },
    tasks: [
      digestHandler({
        database,
        clock,
        ports,
        publicUrl: env.publicUrl,
        queueSystemEmail: systemMailQueue(secrets),
        async findReader(tx, userId) {
          const [actor, user] = [await findActor(tx, userId), await findUser(tx, userId)];
          const company = actor && (await findCompany(tx, actor.company.id));
          return company && user && { actor, to: user.email, mayRead: mayWork(company, clock.now()) };
        },
      }),
      deleteOldNoticesHandler({ database, clock }),
    ],
  });
