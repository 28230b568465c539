import { Link } from '@tanstack/react-router';
import type { HTMLAttributes } from 'react';

export const searchFor = (vacancyId: number) => ({
  renderRoot: (props: HTMLAttributes<HTMLAnchorElement>) => <Link to="/profiles/" search={{ folderId: String(vacancyId) }} {...props} />,
});
