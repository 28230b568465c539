import { Button, NumberInput, Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#lib/api.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { confirm } from '#ui/modals.tsx';
import { ErrorState } from '#ui/states.tsx';
import { showError, showSnackbar } from '#ui/snackbar.tsx';
import { retentionPreview, retentionQuery } from '../api/privacy.ts';
import classes from './privacy.module.css';

const usual = 24;
const [fewest, most] = [1, 120];

function Preview({ months }: { months: number }) {
  const { t } = useTranslation('privacy');
  const { data } = useQuery(retentionPreview(months));
  return <output className={classes.preview}>{data ? t('retention.preview', { count: data.count }) : ' '}</output>;
}

/** DEC-14 */
export function Retention() {
  const { t } = useTranslation(['privacy', 'ui']);
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(retentionQuery);
  const [typed, setTyped] = useState<number | string>();
  const save = useMutation({
    mutationFn: (months: number | null) => api.privacy.saveRetention({ months }),
    onSuccess: (saved) => {
      client.setQueryData(retentionQuery.queryKey, saved);
      setTyped(undefined);
      showSnackbar({ message: t('saved', { ns: 'ui' }), tone: 'success', key: 'retention' });
    },
    onError: showError,
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const isEnding = save.isPending && save.variables === null;
  const shown = isEnding ? undefined : (typed ?? data.months ?? undefined);
  const isOn = shown !== undefined;
  const months = typeof shown === 'number' && Number.isInteger(shown) && shown >= fewest && shown <= most ? shown : undefined;
  const begin = async (chosen: number) => {
    const { count } = await client.fetchQuery(retentionPreview(chosen));
    const agreed =
      count === 0 ||
      (await confirm({
        title: t('retention.confirmTitle'),
        text: t('retention.confirmText', { count }),
        confirm: t('retention.save'),
        danger: true,
      }));
    if (agreed) save.mutate(chosen);
  };
  return (
    <div className={classes.retention}>
      <Switch
        label={t('retention.label')}
        checked={isOn}
        onChange={(event) => {
          if (event.currentTarget.checked) setTyped(usual);
          else if (data.months === null) setTyped(undefined);
          else save.mutate(null);
        }}
      />
      {isOn && (
        <>
          <div className={classes.months}>
            <NumberInput
              label={t('retention.months')}
              min={fewest}
              max={most}
              allowDecimal={false}
              w={120}
              value={shown}
              error={months === undefined ? t('retention.wrong', { fewest, most }) : undefined}
              onChange={setTyped}
            />
            <Button
              disabled={months === undefined || months === data.months}
              loading={save.isPending}
              onClick={() => months !== undefined && void begin(months).catch(showError)}
            >
              {t('retention.save')}
            </Button>
          </div>
          {months !== undefined && <Preview months={months} />}
        </>
      )}
    </div>
  );
}
