import type { Icon } from '@tabler/icons-react';
import {
  IconBook2,
  IconBrandTelegram,
  IconBriefcase2,
  IconBuilding,
  IconChecklist,
  IconDatabasePlus,
  IconDots,
  IconMail,
  IconSearch,
} from '@tabler/icons-react';
import type { MenuKey } from './menu.ts';

export const menuIcons: Partial<Record<MenuKey, Icon>> = {
  search: IconSearch,
  vacancies: IconBriefcase2,
  tasks: IconChecklist,
  messaging: IconMail,
  enrichment: IconDatabasePlus,
  telegram: IconBrandTelegram,
  managedCompanies: IconBuilding,
  more: IconDots,
  help: IconBook2,
};
