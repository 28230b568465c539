import { textsOf } from '#lib/i18n.ts';
import { withTexts } from '#lib/lazy-with-texts.ts';
import { opening, openModal } from '#ui/modals.tsx';
import { showError } from '#ui/snackbar.tsx';

export async function tagPeople(profiles: readonly number[]): Promise<boolean> {
  try {
    const { TagDialog } = await opening(() => withTexts(() => import('#features/profiles/components/TagDialog.tsx'), ['profiles']));
    const saved = await openModal<boolean>({
      title: textsOf('profiles')('tags.titleMany', { count: profiles.length }),
      content: (close) => <TagDialog profiles={profiles} onDone={close} />,
    });
    return saved ?? false;
  } catch (error) {
    showError(error);
    return false;
  }
}
