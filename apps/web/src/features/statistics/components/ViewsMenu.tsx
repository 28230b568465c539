import { Button, Checkbox, Menu, Stack, TextInput } from '@mantine/core';
import { IconBookmark, IconBookmarkPlus, IconMail, IconPin, IconTrash, IconUsers } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import type { StatisticsView } from '@headwater/contract/statistics-views';
import { api, orpc } from '#lib/api.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { confirm, openModal } from '#ui/modals.tsx';
import { showError, showSnackbar } from '#ui/snackbar.tsx';
import { viewsQuery } from '../api/views.ts';
import { statisticsParams } from '../model/params.ts';
import type { SectionPlace } from '../model/place.ts';
import { searchOfView } from '../model/saved-view.ts';

const icon = { size: 16, stroke: 1.6 };

/** Filters, period and grouping of the address; the order of the table is not a part of a view. */
function useShownQuery(): Record<string, string> {
  const { search } = useLocation();
  const { sort: _sort, ...texts } = statisticsParams.validate(search as Record<string, unknown>);
  return Object.fromEntries(Object.entries(texts).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])));
}

interface ViewFormProps {
  place: SectionPlace;
  query: Record<string, string>;
  /** Undefined: a new view. */
  view?: StatisticsView;
  onDone: () => void;
}

function ViewForm({ place: { section, company, scope }, query, view, onDone }: ViewFormProps) {
  const { t } = useTranslation(['statistics', 'ui']);
  const client = useQueryClient();
  const form = useServerForm({
    initialValues: {
      name: view?.name ?? '',
      is_shared: view?.is_shared ?? false,
      is_pinned: view?.is_pinned ?? false,
      is_weekly: view?.is_weekly ?? false,
    },
    submit: (values) =>
      view
        ? api.statisticsViews.change({ id: view.id, ...values })
        : api.statisticsViews.create({ ...values, section, company_id: company, query: { ...query, scope } as never }),
    onDone: async () => {
      await client.invalidateQueries({ queryKey: orpc.statisticsViews.key() });
      showSnackbar({ message: t('viewSaved'), tone: 'success' });
      onDone();
    },
  });
  return (
    <ServerForm form={form} submitLabel={t('saveView')} onCancel={onDone}>
      <TextInput label={t('viewName')} required maxLength={100} {...form.field('name')} />
      <Stack gap="xs">
        <Checkbox label={t('shared')} {...form.field('is_shared', { type: 'checkbox' })} />
        <Checkbox label={t('pinned')} {...form.field('is_pinned', { type: 'checkbox' })} />
        <Checkbox label={t('weekly')} {...form.field('is_weekly', { type: 'checkbox' })} />
      </Stack>
    </ServerForm>
  );
}

const openForm = (title: string, form: Omit<ViewFormProps, 'onDone'>) =>
  void openModal({ title, size: 'sm', content: (close) => <ViewForm {...form} onDone={() => close()} /> });

const marks = (view: StatisticsView) => (
  <>
    {view.is_own && view.is_pinned && <IconPin {...icon} />}
    {view.is_weekly && <IconMail {...icon} />}
    {view.is_shared && <IconUsers {...icon} />}
  </>
);

/** STB-006 */
export function ViewsMenu({ place }: { place: SectionPlace }) {
  const { t } = useTranslation('statistics');
  const client = useQueryClient();
  const navigate = useNavigate();
  const query = useShownQuery();
  const { data } = useQuery(viewsQuery(place.section));
  const views = data?.views.filter(({ company_id: id }) => id === place.company) ?? [];
  const open = (view: StatisticsView) => void navigate({ to: `${place.base}/${view.section}`, search: searchOfView(view) as object });
  const edit = (view?: StatisticsView) => openForm(view ? t('editView') : t('saveView'), { place, query, ...(view ? { view } : {}) });
  const remove = async (view: StatisticsView) => {
    if (!(await confirm({ title: t('deleteView'), text: t('deleteViewText', { name: view.name }), confirm: t('delete'), danger: true })))
      return;
    await api.statisticsViews.delete({ id: view.id });
    await client.invalidateQueries({ queryKey: orpc.statisticsViews.key() });
  };
  return (
    <Menu position="bottom-end" width={300}>
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<IconBookmark {...icon} />}>
          {t('views')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {views.map((view) => (
          <Menu.Item key={view.id} rightSection={marks(view)} onClick={() => open(view)}>
            {view.is_own ? view.name : t('viewOf', { name: view.name, author: view.author })}
          </Menu.Item>
        ))}
        {views.length === 0 && <Menu.Label>{t('noViews')}</Menu.Label>}
        <Menu.Divider />
        <Menu.Item leftSection={<IconBookmarkPlus {...icon} />} onClick={() => edit()}>
          {t('saveThis')}
        </Menu.Item>
        {views.some(({ is_own: isOwn }) => isOwn) && <Menu.Label>{t('ownViews')}</Menu.Label>}
        {views
          .filter(({ is_own: isOwn }) => isOwn)
          .flatMap((view) => [
            <Menu.Item key={`edit ${view.id}`} leftSection={<IconBookmark {...icon} />} onClick={() => edit(view)}>
              {t('editNamed', { name: view.name })}
            </Menu.Item>,
            <Menu.Item key={`delete ${view.id}`} leftSection={<IconTrash {...icon} />} onClick={() => void remove(view).catch(showError)}>
              {t('deleteNamed', { name: view.name })}
            </Menu.Item>,
          ])}
      </Menu.Dropdown>
    </Menu>
  );
}
