import { useTranslation } from '#lib/use-translation.ts';
import type { Chip } from '../model/chips.ts';

export function useChipLabel(): (chip: Chip) => string {
  const { t } = useTranslation('ai-search');
  return (chip) => {
    if (chip.kind === 'range') {
      const { min, max } = chip.range;
      if (min !== null && max !== null) return t('years.range', { from: min, to: max });
      return min === null ? t('years.to', { to: max ?? 0 }) : t('years.from', { from: min });
    }
    if (chip.kind === 'value') {
      if (chip.facet === 'general') return t(`flag.${chip.id as 'remote'}`, { defaultValue: chip.id });
      return chip.level ? `${chip.label} · ${t(`level.${chip.level}`)}` : chip.label;
    }
    const { text, skill_range: years, location_range: km } = chip.term;
    const note = years ? t('chip.years', { years }) : km ? t('chip.km', { km }) : '';
    return note ? `${text} · ${note}` : text;
  };
}
