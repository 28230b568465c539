import { Tooltip } from '@mantine/core';
import type { FoundProfile } from '@headwater/contract/search';
import { useTranslation } from '#lib/use-translation.ts';

/** PPL-002: the newest reason. */
export function FitFlag({ fit, className }: { fit: NonNullable<FoundProfile['fit']>; className: string | undefined }) {
  const { t } = useTranslation('alike');
  return (
    <Tooltip label={fit.text} multiline maw={320}>
      <span className={className} data-verdict={fit.verdict}>
        {t(`fit.${fit.verdict}`)}
        <span className="hw-visually-hidden">. {fit.text}</span>
      </span>
    </Tooltip>
  );
}
